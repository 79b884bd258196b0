import { DEFAULT_ALERTS, NO_ALERTS } from '@/lib/domain/alerts/alert-settings';
import {
  BOT_INVITATIONS_PER_DAY,
  BOT_PEOPLE_MAX,
  BOT_ROLES,
  type BotPerson,
  type BotRole,
} from '@/lib/domain/people/bot-people';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { parseEmail } from '@/lib/domain/people/names';
import { DAILY } from '@/lib/domain/people/throttle';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Ports, Tables } from '@/lib/ports/ports';
import { writeBot } from '../bots/find';
import { conflict, done, invalid, notFound, type Result } from '../result';
import { countAllowed, tooMany } from '../throttle';
import { attemptsLock, botLock, personLock, shared, type WritePorts, writeAsPerson } from '../write';
import { findOpen, openInvitations } from './read';

type Invited = {
  readonly botId: string;
  readonly email: string;
  readonly role: BotRole;
  /** Whether they are asked by mail too: whoever has an account, or everybody; `null` for nobody. */
  readonly mailed: 'known' | 'all' | null;
};

/**
 * Asks whoever has an address to become a person of a bot. The same for an address that nobody has: it is on the list of open
 * ones, and ends after 7 days. Asked again, it has the new role and lasts from now. Whether somebody has it is found out by the
 * job that mails them (services/mails/recipients.ts), so that the answer takes the same time.
 */
export async function invitePerson(
  ports: Pick<Ports, 'directory' | 'factorPolicy' | 'mailer' | 'ownersInvite' | 'secrets'>,
  who: Caller,
  input: { readonly botId: string; readonly email: string; readonly role: string },
): Promise<Result<Invited>> {
  const { botId } = input;
  const limit = {
    subject: `${DAILY}people:${actorOf(who)}`,
    max: BOT_INVITATIONS_PER_DAY,
    windowMs: DAY_MS,
  };
  return writeBot(
    ports,
    who,
    botId,
    'invitePerson',
    async (tables, { ownerId }, nowMs, record, actor) => {
      const waitMs = actor.kind === 'person' ? await countAllowed(tables, limit, nowMs) : 0;
      if (waitMs > 0) return tooMany('people asked today', waitMs);
      const email = parseEmail(input.email);
      const role = BOT_ROLES.find((each) => each === input.role);
      if (email === null) return invalid('This is not an email address.', 'email');
      if (role === undefined) return invalid('Choose a role.', 'role');
      const user = await tables.users.findByEmail(email);
      const all = await tables.people.listOfBot(botId);
      if (user?.id === ownerId) return conflict('The owner of the bot has this address.', 'email');
      if (all.some(({ userId }) => userId === user?.id))
        return conflict('They are on the list already: change their role there.', 'email');
      const open = (await openInvitations(tables, botId, nowMs)).filter((each) => each.email !== email);
      if (all.length + open.length >= BOT_PEOPLE_MAX)
        return conflict(`A bot has at most ${BOT_PEOPLE_MAX} people, with those who were asked.`);
      const issuer = actorOf(actor);
      await tables.people.putInvitation({ botId, email, role, issuer, createdAtMs: nowMs });
      if (ports.mailer !== null) {
        const id = `join_${ports.secrets.newId()}`;
        const mail = { id, kind: 'join', userId: '', botId, eventId: '', recipient: email } as const;
        await tables.mails.insert([{ ...mail, sealed: null }], nowMs);
      }
      await record('people.invite', botId, { after: { email, role } });
      const mailed = ports.mailer === null ? null : ports.ownersInvite ? 'all' : 'known';
      return done({ botId, email, role, mailed });
    },
    [attemptsLock(limit)],
  );
}

/** Takes an invitation back. */
export const withdrawBotInvitation = (
  ports: WritePorts,
  who: Caller,
  botId: string,
  email: string,
): Promise<Result<null>> =>
  writeBot(ports, who, botId, 'withdrawBotInvitation', async ({ people }, _, _nowMs, record) => {
    if (!(await people.deleteInvitation(botId, email))) return notFound(NOT_OPEN);
    await record('people.withdraw', botId, { before: { email } });
    return done(null);
  });

const NOT_OPEN = 'They have answered, or it was withdrawn or has expired. Reload the page.';

/** Accepts or declines the caller's open invitation to a bot. */
export async function answerBotInvitation(
  ports: WritePorts,
  who: Caller,
  botId: string,
  accepts: boolean,
): Promise<Result<null>> {
  return writeAsPerson(ports, who, [botLock(botId)], async (tables, nowMs, { user }, record) => {
    const open = await findOpen(tables, botId, user.email, nowMs);
    if (open === null) return notFound('This invitation has expired or was withdrawn.');
    await tables.people.deleteInvitation(botId, user.email);
    const { role } = open;
    if (accepts) await giveRole(tables, { botId, userId: user.id, role, joinedAtMs: nowMs });
    const what = { userId: user.id, role };
    await record(
      accepts ? 'people.join' : 'people.decline',
      botId,
      accepts ? { after: what } : { before: what },
    );
    return done(null);
  });
}

type PersonRef = { readonly botId: string; readonly userId: string };

/** Changes the role of a person of a bot, from their next request on. */
export const changePerson = (
  ports: WritePorts,
  who: Caller,
  { botId, userId }: PersonRef,
  chosen: string,
): Promise<Result<null>> =>
  writeBot(
    ports,
    who,
    botId,
    'changePerson',
    async (tables, _, _nowMs, record) => {
      const person = await tables.people.find(botId, userId);
      const role = BOT_ROLES.find((each) => each === chosen);
      if (person === null) return notFound(NOT_LISTED);
      if (role === undefined) return invalid('Choose a role.', 'role');
      if (role === person.role) return done(null);
      await giveRole(tables, { ...person, role });
      await record('people.change', botId, {
        before: { userId, role: person.role },
        after: { userId, role },
      });
      return done(null);
    },
    [shared(personLock(userId))],
  );

const NOT_LISTED = 'They are no longer on the list. Reload the page.';

/** Ends the role of a person of a bot, from their next request on, and drops their settings for it. */
export const removePerson = (
  ports: WritePorts,
  who: Caller,
  { botId, userId }: PersonRef,
): Promise<Result<BotPerson>> =>
  writeBot(ports, who, botId, 'removePerson', async (tables, _, _nowMs, record) => {
    const person = await endRole(tables, botId, userId);
    if (person === null) return notFound(NOT_LISTED);
    await record('people.remove', botId, { before: { userId, role: person.role } });
    return done(person);
  });

/** Ends the caller's own role. */
export const leaveBot = (ports: WritePorts, who: Caller, botId: string): Promise<Result<null>> =>
  writeBot(ports, who, botId, 'leaveBot', async (tables, _, _nowMs, record, actor) => {
    const userId = actorOf(actor);
    const person = await endRole(tables, botId, userId);
    if (person === null) return conflict('An owner cannot leave: an admin can give the bot to someone else.');
    await record('people.leave', botId, { before: { userId, role: person.role } });
    return done(null);
  });

/** Each role begins with its own alerts: a viewer gets none until they choose some. */
export async function giveRole({ people, alertSettings }: Tables, person: BotPerson): Promise<void> {
  await people.put(person);
  await alertSettings.put(person.userId, person.botId, person.role === 'viewer' ? NO_ALERTS : DEFAULT_ALERTS);
}

async function endRole({ people, users }: Tables, botId: string, userId: string) {
  const person = await people.find(botId, userId);
  if (person === null) return null;
  await people.delete(botId, userId);
  const pinned = await users.pinnedBots(userId);
  if (pinned.includes(botId))
    await users.setPinnedBots(
      userId,
      pinned.filter((id) => id !== botId),
    );
  return person;
}
