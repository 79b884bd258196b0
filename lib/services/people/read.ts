import type { OwnInvitation } from '@/lib/contract/own-bots';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { BOT_INVITATION_MS, type BotInvitation, type BotPerson } from '@/lib/domain/people/bot-people';
import { type Caller, OPERATOR } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { personMay, readOfBot } from '../bots/find';
import { done, forbidden, type Result } from '../result';

type ListedPerson = BotPerson & {
  /** Live keys that were made since they are a manager: they may have seen them. */
  readonly keys: readonly string[];
  readonly name: string;
  readonly email: string;
  readonly isDisabled: boolean;
};

/** The people of a bot beside its owner, and whom they have asked, the longest first. */
export type PeopleOfBot = {
  readonly people: readonly ListedPerson[];
  readonly invitations: readonly BotInvitation[];
};

/** The people of a bot, for its owner and admins. */
export const readPeople = (
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
): Promise<Result<PeopleOfBot>> =>
  readOfBot(ports, who, botId, 'readPeople', async (tables, _, nowMs) => {
    const all = await tables.people.listOfBot(botId);
    const users = await tables.users.listByIds(all.map(({ userId }) => userId));
    const byId = new Map(users.map((user) => [user.id, user]));
    const hasManagers = all.some(({ role }) => role === 'manager');
    const keys = hasManagers
      ? (await tables.keys.listOfBot(botId, 1, nowMs)).filter((key) => isKeyLive(key, nowMs))
      : [];
    const seenBy = ({ role, joinedAtMs }: BotPerson) =>
      keys.filter((key) => role === 'manager' && key.createdAtMs >= joinedAtMs);
    return {
      people: all.flatMap((person) => {
        const user = byId.get(person.userId);
        return user
          ? [
              {
                ...person,
                name: user.name,
                email: user.email,
                isDisabled: user.isDisabled,
                keys: seenBy(person).map(({ name }) => name),
              },
            ]
          : [];
      }),
      invitations: await openInvitations(tables, botId, nowMs),
    };
  });

export const openInvitations = async ({ people }: Tables, botId: string, nowMs: number) =>
  (await people.listInvitations(botId)).filter((each) => isOpen(each, nowMs));

const isOpen = ({ createdAtMs }: BotInvitation, nowMs: number) => nowMs < createdAtMs + BOT_INVITATION_MS;

/** What the caller is asked to join. */
export const listOwnInvitations = async (
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
): Promise<Result<OwnInvitation[]>> => {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async (tables, nowMs) => {
    const user = await tables.users.findById(who.userId);
    const all = user === null ? [] : await tables.people.listInvitationsTo(user.email);
    const found: OwnInvitation[] = [];
    for (const { botId, role } of all) {
      const open = await findOpen(tables, botId, user?.email ?? '', nowMs);
      if (open) found.push({ botId, botName: open.botName, role, issuerName: open.issuerName });
    }
    return done(found);
  });
};

/** The open invitation of an address to a bot; `null` too once who invited may no longer do so. */
export async function findOpen(tables: Tables, botId: string, email: string, nowMs: number) {
  const invitation = (await tables.people.listInvitations(botId)).find((each) => each.email === email);
  const bot = await tables.bots.findById(botId);
  if (invitation === undefined || bot === null || !isOpen(invitation, nowMs)) return null;
  const issuer = await tables.users.findById(invitation.issuer);
  const isValid =
    invitation.issuer === OPERATOR.kind ||
    (issuer?.isDisabled === false && (await personMay(tables, issuer, bot, 'invitePerson')));
  return isValid ? { ...invitation, botName: bot.name, issuerName: issuer?.name ?? null } : null;
}
