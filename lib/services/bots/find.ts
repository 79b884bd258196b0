import type { Bot } from '@/lib/domain/bots/bot';
import { type Caller, mayAdminister, mayManageBot, type User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, notFound, notOwned, type Result } from '../result';
import { botLock, type WorkOn, writeAs } from '../write';

const NO_BOT = 'There is no such bot.';

/** `bot`, if `who` may manage it. Another owner's bot and an unknown bot get the same refusal. */
export function managed<B extends { readonly ownerId: string }>(who: Caller, bot: B | null): Result<B> {
  if (bot === null) return notFound(NO_BOT, 'id');
  return mayManageBot(who, bot) ? done(bot) : notOwned(NO_BOT, 'id');
}

/** A bot that `who` may manage. */
export const findBot = async ({ bots }: Tables, who: Caller, id: string): Promise<Result<Bot>> =>
  managed(who, await bots.findById(id));

/** What `read` finds of a bot that `who` may manage. */
export const readOfBot = <T>(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  id: string,
  read: (tables: Tables, bot: Bot, nowMs: number) => Promise<T>,
): Promise<Result<T>> =>
  directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, id);
    return found.ok ? done(await read(tables, found.value, nowMs)) : found;
  });

/** A write on a bot that `who` may manage, which holds its lock. */
export const writeBot = <T>(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  id: string,
  work: WorkOn<Bot, T>,
): Promise<Result<T>> =>
  writeAs(ports, who, [botLock(id)], async (tables, nowMs, actor, record) => {
    const found = await findBot(tables, actor, id);
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
  if (!mayAdminister(who)) return forbidden();
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
