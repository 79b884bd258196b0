import { PINNED_MAX } from '@/lib/domain/bots/bot-list';
import type { Caller } from '@/lib/domain/people/caller';
import { done, forbidden, type Result } from '../result';
import { personLock, type WritePorts, writeAs } from '../write';
import { findBot } from './find';

/** Puts an own bot at the top of the caller's list, or back in its order. */
export const pinBot = (
  ports: WritePorts,
  who: Caller,
  botId: string,
  isPinned: boolean,
): Promise<Result<null>> =>
  writeAs(ports, who, who.kind === 'person' ? [personLock(who.userId)] : [], async (tables, _, actor) => {
    const found = await findBot(tables, actor, botId, 'pinBot');
    if (!found.ok) return found;
    if (actor.kind !== 'person') return forbidden();
    const { users } = tables;
    const others = (await users.pinnedBots(actor.userId)).filter((id) => id !== botId);
    await users.setPinnedBots(actor.userId, isPinned ? [...others, botId].slice(-PINNED_MAX) : others);
    return done(null);
  });
