import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { REFUSED_KEPT_MS, VOTES_KEPT_MS, type Vote } from '@/lib/domain/votes/vote';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { deleteInBatches } from '../prune';
import { done, type Result } from '../result';
import { botLock, VOTES_END_LOCK, writeAs } from '../write';

const PURGED_AT_ONCE = 500;

/**
 * Deletes what is known of a user's votes for a bot that `who` may manage, at once; their counts stay. Returns how many
 * votes that were. The audit log does not name the user.
 */
export async function purgeUser(
  ports: Ports,
  who: Caller,
  botId: string,
  userId: string,
): Promise<Result<{ readonly votes: number }>> {
  return writeAs(ports, who, [botLock(botId)], async (tables, nowMs, actor) => {
    const found = await findBot(tables, actor, botId);
    if (!found.ok) return found;
    let votes = 0;
    for (let part = PURGED_AT_ONCE; part === PURGED_AT_ONCE; votes += part) {
      const some = await tables.votes.listOfUser(botId, userId, PURGED_AT_ONCE);
      await tables.votes.delete(some);
      part = some.length;
    }
    const entry = { actor: actorOf(actor), action: 'votes.purge', subject: botId, after: { votes } } as const;
    await tables.audit.append(entry, nowMs);
    return done({ votes });
  });
}

const VOTES_AT_ONCE = 500;

const deleteOldVotes = deleteInBatches<Pick<Vote, 'id' | 'botId'>>({
  lock: VOTES_END_LOCK,
  // A try that is being recorded must not write its delivery again.
  alsoLocks: (rows) => [...new Set(rows.map(({ botId }) => botId))].map(botLock),
  atOnce: VOTES_AT_ONCE,
  list: ({ votes }, nowMs, except) => votes.listBefore(nowMs - VOTES_KEPT_MS, VOTES_AT_ONCE, except),
  remove: ({ votes }, rows) => votes.delete(rows),
});

const ENDED_AT_ONCE = 1_000;

/** Deletes votes after 30 days, of which counts stay, and what identifies their repeats after 31. */
export async function pruneVotes(
  ports: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside?: Parameters<typeof deleteOldVotes>[2],
): Promise<void> {
  await deleteOldVotes(ports, signal, aside);
  for (let deleted = ENDED_AT_ONCE; deleted >= ENDED_AT_ONCE && !signal?.aborted; ) {
    deleted = await ports.directory.write([VOTES_END_LOCK], ({ votes }, nowMs) =>
      votes.prune(nowMs, nowMs - REFUSED_KEPT_MS, ENDED_AT_ONCE),
    );
  }
}
