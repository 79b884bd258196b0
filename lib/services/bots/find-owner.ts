import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

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
