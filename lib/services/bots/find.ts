import type { Bot } from '@/lib/domain/bots/bot';
import type { Caller, User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, notFound, notOwned, type Result } from '../result';
import { may, type Right } from '../rights';
import { botLock, type WorkOn, type WritePorts, writeAs } from '../write';

const NO_BOT = 'There is no such bot.';

/** `bot`, if `who` may do `what` with it. A bot that they may not see and an unknown bot get the same refusal. */
export function permitted<B extends { readonly ownerId: string }>(
  who: Caller,
  bot: B | null,
  what: Right,
): Result<B> {
  if (bot === null) return notFound(NO_BOT, 'id');
  if (!may(who, bot, 'readBot')) return notOwned(NO_BOT, 'id');
  return may(who, bot, what) ? done(bot) : forbidden();
}

/** A bot with which `who` may do `what`. */
export const findBot = async ({ bots }: Tables, who: Caller, id: string, what: Right): Promise<Result<Bot>> =>
  permitted(who, await bots.findById(id), what);

/** What `read` finds of a bot with which `who` may do `what`. */
export const readOfBot = <T>(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  id: string,
  what: Right,
  read: (tables: Tables, bot: Bot, nowMs: number) => Promise<T>,
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
  work: WorkOn<Bot, T>,
): Promise<Result<T>> =>
  writeAs(ports, who, [botLock(id)], async (tables, nowMs, actor, record) => {
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

/** The owner of a bot; `null` if the bot was deleted. */
export async function ownerOf({ bots, users }: Tables, botId: string): Promise<User | null> {
  const bot = await bots.findById(botId);
  return bot && users.findById(bot.ownerId);
}
