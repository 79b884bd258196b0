import type { Bot } from '@/lib/domain/bots/bot';
import type { Caller, User } from '@/lib/domain/people/caller';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, notFound, notOwned, type Result } from '../result';
import { type BotOf, may, type Right } from '../rights';
import { botLock, type WorkOn, type WritePorts, writeAs } from '../write';

const NO_BOT = 'There is no such bot.';

/** `bot`, if `who` may do `what` with it. A bot that they may not see and an unknown bot get the same refusal. */
export function permitted<B extends BotOf>(who: Caller, bot: B | null, what: Right): Result<B> {
  if (bot === null) return notFound(NO_BOT, 'id');
  if (!may(who, bot, 'readBot')) return notOwned(NO_BOT, 'id');
  return may(who, bot, what) ? done(bot) : forbidden();
}

/** `bot` with the role that `who` has with it; read for an unknown one too, so that the time tells nothing. */
export async function withRole<B extends { readonly ownerId: string }>(
  { people }: Tables,
  who: Caller,
  id: string,
  bot: B | null,
): Promise<(B & BotOf) | null> {
  if (who.kind !== 'person' || bot?.ownerId === who.userId) return bot;
  const found = await people.find(id, who.userId);
  return bot && found ? { ...bot, role: found.role } : bot;
}

/** A bot with which `who` may do `what`. */
export const findBot = async (
  tables: Tables,
  who: Caller,
  id: string,
  what: Right,
): Promise<Result<Bot & BotOf>> =>
  permitted(who, await withRole(tables, who, id, await tables.bots.findById(id)), what);

/** What `read` finds of a bot with which `who` may do `what`. */
export const readOfBot = <T>(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  id: string,
  what: Right,
  read: (tables: Tables, bot: Bot & BotOf, nowMs: number) => Promise<T>,
): Promise<Result<T>> =>
  directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, id, what);
    return found.ok ? done(await read(tables, found.value, nowMs)) : found;
  });

/** A write on a bot with which `who` may do `what`, which holds its lock. */
export const writeBot = <T>(
  ports: WritePorts,
  who: Caller,
  id: string,
  what: Right,
  work: WorkOn<Bot & BotOf, T>,
  more: readonly Lock[] = [],
): Promise<Result<T>> =>
  writeAs(ports, who, [botLock(id), ...more], async (tables, nowMs, actor, record) => {
    const found = await findBot(tables, actor, id, what);
    return found.ok ? work(tables, found.value, nowMs, record, actor) : found;
  });

/** Names of another person who owns a bot. */
export type Owner = Pick<User, 'name' | 'email'>;

/** The owner of a bot that an admin looks at; `null` if it is their own or there is none. */
export async function findOtherOwner(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
): Promise<Result<Owner | null>> {
  if (!may(who, null, 'administer')) return forbidden();
  return directory.read(async ({ bots, users }) => {
    const bot = await bots.findById(botId);
    const isOwn = who.kind === 'person' && bot?.ownerId === who.userId;
    const owner = bot === null || isOwn ? null : await users.findById(bot.ownerId);
    return done(owner && { name: owner.name, email: owner.email });
  });
}

/** Whether a person may do `what` with a bot, wherever they are: get notifications and mails about it, for example. */
export async function personMay(
  tables: Tables,
  { id: userId, role }: Pick<User, 'id' | 'role'>,
  bot: { readonly id: string; readonly ownerId: string } | null,
  what: Right,
): Promise<boolean> {
  const who = { kind: 'person', userId, role, sessionHash: '' } as const;
  return bot !== null && may(who, await withRole(tables, who, bot.id, bot), what);
}

/** Whether a person gets notifications and mails about a bot, which no admin does without a role. */
export const mayGet = (tables: Tables, id: string, bot: Parameters<typeof personMay>[2]) =>
  personMay(tables, { id, role: 'owner' }, bot, 'getEvents');

/** Who may get what happened to a bot at `atMs`, by their own settings: its owner, and its people since they joined. */
export async function recipientsOf(tables: Tables, botId: string, atMs: number) {
  const owner = await ownerOf(tables, botId);
  if (owner === null) return [];
  const people = (await tables.people.listOfBot(botId)).filter(({ joinedAtMs }) => joinedAtMs <= atMs);
  const users = await tables.users.listByIds(people.map(({ userId }) => userId));
  const roles = new Map(people.map(({ userId, role }) => [userId, role]));
  return [{ user: owner, isViewer: false }].concat(
    users.map((user) => ({ user, isViewer: roles.get(user.id) === 'viewer' })),
  );
}

/** The owner of a bot; `null` if the bot was deleted. */
export async function ownerOf({ bots, users }: Tables, botId: string): Promise<User | null> {
  const bot = await bots.findById(botId);
  return bot && users.findById(bot.ownerId);
}
