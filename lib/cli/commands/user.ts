import { paths, withQuery } from '@/lib/contract/paths';
import { OPERATOR, ROLES, type User } from '@/lib/domain/people/caller';
import { type IssuedLink, inviteUser, issueReset } from '@/lib/services/links/issue';
import { setPassword } from '@/lib/services/passwords/set';
import { resetFactor } from '@/lib/services/second-factor/reset';
import { issueSetupToken } from '@/lib/services/setup/first-admin';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { listUsers } from '@/lib/services/users/find';
import {
  type Command,
  formatResult,
  isoOrNull,
  type LinkAddress,
  linkOrigin,
  type Options,
  oneOf,
  optional,
  required,
  table,
  textOption,
} from '../command';
import { type Io, readSecret } from '../io';

const toJson = ({ id, email, name, role, isDisabled, isInvited = false, createdAtMs }: User) => ({
  id,
  email,
  name,
  role,
  disabled: isDisabled,
  invited: isInvited,
  createdAt: isoOrNull(createdAtMs),
});

const stateOf = ({ isDisabled, isInvited }: User): string =>
  isInvited ? 'invited' : isDisabled ? 'disabled' : 'enabled';

const changed = (what: string) => (user: User) => ({ json: toJson(user), text: `${user.email}: ${what}.` });

const byEmail = (options: Options) => ({ email: required(options, 'email') });

/** The only time the link is shown. */
const linkText =
  (env: LinkAddress) =>
  ({ token, link: { kind, email, expiresAtMs }, isMailed }: IssuedLink) => {
    const link = linkOrigin(env) + withQuery(paths[kind], { token });
    const until = isoOrNull(expiresAtMs);
    const sent = isMailed ? ' It is also sent by email.' : '';
    return { json: { link }, text: link, note: `It works once, for ${email}, until ${until}.${sent}` };
  };

const PASSWORD_HELP =
  'asks for the password, or reads it from standard input (--password P is for scripts: the process list and the logs of npm show it)';

async function passwordOf(options: Options, io: Io): Promise<string> {
  return optional(options, 'password') ?? (await readSecret('Password: ', io));
}

export const userCommands: readonly Command[] = [
  {
    name: 'setup-link',
    summary: 'print a new link to create the first admin, while there is no admin; earlier links end',
    usage: '',
    async run(ports, _, { env }) {
      return formatResult(await issueSetupToken(ports), (token) => {
        const link = linkOrigin(env) + withQuery(paths.setup, { token });
        const note = 'It works once, and ends when the server starts again.';
        return { json: { link }, text: link, note };
      });
    },
  },
  {
    name: 'user create',
    summary: `create a person who can sign in; ${PASSWORD_HELP}`,
    usage: '--email E --role owner|admin [--name N]',
    options: { password: textOption },
    async run(ports, options, { io }) {
      const input = {
        ...byEmail(options),
        role: oneOf(options, 'role', ROLES),
        name: optional(options, 'name'),
        password: await passwordOf(options, io),
      };
      return formatResult(await createUser(ports, OPERATOR, input), (user) => ({
        json: { id: user.id },
        text: `Created ${user.role} ${user.email} (${user.id}).`,
      }));
    },
  },
  {
    name: 'user invite',
    summary: 'print a link with which a new person chooses how to sign in; it works once, for 7 days',
    usage: '--email E --role owner|admin [--name N]',
    async run(ports, options, { env }) {
      const input = {
        ...byEmail(options),
        role: oneOf(options, 'role', ROLES),
        name: optional(options, 'name'),
      };
      return formatResult(await inviteUser(ports, OPERATOR, input), linkText(env));
    },
  },
  {
    name: 'user reset',
    summary: 'print a link with which a person chooses a new password; it works once, for 7 days',
    usage: '--email E',
    run: async (ports, options, { env }) =>
      formatResult(await issueReset(ports, OPERATOR, byEmail(options)), linkText(env)),
  },
  {
    name: 'user list',
    summary: 'list the people',
    usage: '',
    run: async (ports) =>
      formatResult(await listUsers(ports, OPERATOR), (users) => ({
        json: users.map(toJson),
        text: table(
          ['EMAIL', 'ROLE', 'STATE', 'NAME'],
          users.map((u) => [u.email, u.role, stateOf(u), u.name]),
        ),
      })),
  },
  {
    name: 'user set-password',
    summary: `set a new password for a person and disconnect their Discord accounts; ${PASSWORD_HELP}`,
    usage: '--email E [--keep-discord]',
    options: { password: textOption },
    async run(ports, options, { io }) {
      const ref = byEmail(options);
      const password = await passwordOf(options, io);
      const keepsIdentities = options['keep-discord'] === true;
      const result = await setPassword(ports, OPERATOR, ref, password, { keepsIdentities });
      return formatResult(result, changed('new password set'));
    },
  },
  {
    name: 'user reset-factor',
    summary: 'remove the second factor of a person who lost their app and their recovery codes',
    usage: '--email E',
    run: async (ports, options) =>
      formatResult(await resetFactor(ports, byEmail(options)), changed('second factor removed')),
  },
  {
    name: 'user set-role',
    summary: 'make a person an owner or an admin',
    usage: '--email E --role owner|admin',
    async run(ports, options) {
      const role = oneOf(options, 'role', ROLES);
      return formatResult(
        await changeUser(ports, OPERATOR, byEmail(options), { role }),
        changed(`now ${role}`),
      );
    },
  },
  ...(['disable', 'enable'] as const).map(
    (verb): Command => ({
      name: `user ${verb}`,
      summary:
        verb === 'disable'
          ? 'end a person’s sessions and refuse their sign-in'
          : 'let a person sign in again',
      usage: '--email E',
      run: async (ports, options) =>
        formatResult(
          await changeUser(ports, OPERATOR, byEmail(options), { isDisabled: verb === 'disable' }),
          changed(`${verb}d`),
        ),
    }),
  ),
  {
    name: 'user delete',
    summary: 'delete a person who owns no bot',
    usage: '--email E',
    run: async (ports, options) =>
      formatResult(await deleteUser(ports, OPERATOR, byEmail(options)), changed('deleted')),
  },
];
