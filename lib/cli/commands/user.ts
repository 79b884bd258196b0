import { OPERATOR, ROLES } from '@/lib/domain/principal';
import { changeUser } from '@/lib/services/change-user';
import { createUser } from '@/lib/services/create-user';
import { deleteUser } from '@/lib/services/delete-user';
import { listUsers } from '@/lib/services/list-users';
import type { User } from '@/lib/services/ports';
import { setPassword } from '@/lib/services/set-password';
import { type Command, type Options, oneOf, optional, required, shown, text } from '../command';
import { readSecret } from '../read-secret';
import { isoOrNull, table } from '../table';

const toJson = ({ id, email, name, role, isDisabled, createdAtMs }: User) => ({
  id,
  email,
  name,
  role,
  disabled: isDisabled,
  createdAt: isoOrNull(createdAtMs),
});

const changed = (what: string) => (user: User) => ({ json: toJson(user), text: `${user.email}: ${what}.` });

const byEmail = (options: Options) => ({ email: required(options, 'email') });

async function passwordOf(options: Options): Promise<string> {
  return optional(options, 'password') ?? (await readSecret('Password: '));
}

export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    summary: 'make a person who can sign in; without --password it is read from standard input',
    usage: '--email E --role owner|admin [--name N] [--password P]',
    options: { email: text, role: text, name: text, password: text },
    async run(ports, options) {
      const input = {
        ...byEmail(options),
        role: oneOf(options, 'role', ROLES),
        name: optional(options, 'name'),
        password: await passwordOf(options),
      };
      return shown(await createUser(ports, OPERATOR, input), (user) => ({
        json: { id: user.id },
        text: `Created ${user.role} ${user.email} (${user.id}).`,
      }));
    },
  },
  {
    name: 'user list',
    summary: 'list the people',
    usage: '',
    options: {},
    run: async (ports) =>
      shown(await listUsers(ports, OPERATOR), (users) => ({
        json: users.map(toJson),
        text: table(
          ['EMAIL', 'ROLE', 'STATE', 'NAME'],
          users.map((u) => [u.email, u.role, u.isDisabled ? 'disabled' : 'enabled', u.name]),
        ),
      })),
  },
  {
    name: 'user set-password',
    summary: 'give a person a new password; without --password it is read from standard input',
    usage: '--email E [--password P]',
    options: { email: text, password: text },
    async run(ports, options) {
      const ref = byEmail(options);
      const password = await passwordOf(options);
      return shown(await setPassword(ports, OPERATOR, ref, password), changed('new password set'));
    },
  },
  {
    name: 'user set-role',
    summary: 'make a person an owner or an admin',
    usage: '--email E --role owner|admin',
    options: { email: text, role: text },
    async run(ports, options) {
      const role = oneOf(options, 'role', ROLES);
      return shown(await changeUser(ports, OPERATOR, byEmail(options), { role }), changed(`now ${role}`));
    },
  },
  ...(['disable', 'enable'] as const).map(
    (verb): Command => ({
      name: `user ${verb}`,
      summary: verb === 'disable' ? 'end a person’s sessions and sign-in' : 'let a person sign in again',
      usage: '--email E',
      options: { email: text },
      run: async (ports, options) =>
        shown(
          await changeUser(ports, OPERATOR, byEmail(options), { isDisabled: verb === 'disable' }),
          changed(`${verb}d`),
        ),
    }),
  ),
  {
    name: 'user delete',
    summary: 'delete a person who owns no bot',
    usage: '--email E',
    options: { email: text },
    run: async (ports, options) =>
      shown(await deleteUser(ports, OPERATOR, byEmail(options)), changed('deleted')),
  },
];
