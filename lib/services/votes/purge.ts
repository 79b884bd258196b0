import type { Caller } from '@/lib/domain/people/caller';
import { REFUSED_KEPT_MS, VOTES_KEPT_MS, type Vote } from '@/lib/domain/votes/vote';
import type { Ports } from '@/lib/ports/ports';
import { inBatches, ROWS_AT_ONCE } from '../batches';
import { writeBot } from '../bots/find';
import { deleteInBatches } from '../prune';
import { done, type Result } from '../result';
import { botLock, VOTES_END_LOCK } from '../write';

/** Votes are counted up to so many. */
export const COUNTED_MAX = 1_000;

/**
 * Removes what is known of a user's votes for a bot that `who` may manage; their counts stay. No read finds it from then
 * on; its rows are deleted by `finishRemovals`. Returns how many votes that were, up to COUNTED_MAX. The audit log does not
 * name the user.
 */
export async function purgeUser(
  ports: Ports,
  who: Caller,
  botId: string,
  userId: string,
): Promise<Result<{ readonly votes: number }>> {
  return writeBot(ports, who, botId, 'purgeUser', async (tables, _, nowMs, record) => {
    const votes = await tables.votes.countOfUser(botId, userId, COUNTED_MAX);
    if (votes > 0) await tables.removals.addVoter(botId, userId, ports.vault.seal(userId), nowMs);
    await record('votes.purge', botId, { after: { votes } });
    return done({ votes });
  });
}

const deleteOldVotes = deleteInBatches<Pick<Vote, 'id' | 'botId'>>({
  lock: VOTES_END_LOCK,
  // A try that is being recorded must not write its delivery again.
  alsoLocks: (rows) => [...new Set(rows.map(({ botId }) => botId))].map(botLock),
  atOnce: ROWS_AT_ONCE,
  list: ({ votes }, nowMs, except) => votes.listBefore(nowMs - VOTES_KEPT_MS, ROWS_AT_ONCE, except),
  remove: ({ votes }, rows) => votes.delete(rows),
});

const ENDED_AT_ONCE = 200;

/** Deletes votes after 30 days, of which counts stay, and what identifies their repeats after 31. */
export async function pruneVotes(
  ports: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside?: Parameters<typeof deleteOldVotes>[2],
): Promise<void> {
  await deleteOldVotes(ports, signal, aside);
  await inBatches(
    ports.directory,
    [VOTES_END_LOCK],
    async ({ votes }, nowMs) =>
      (await votes.prune(nowMs, nowMs - REFUSED_KEPT_MS, ENDED_AT_ONCE)) >= ENDED_AT_ONCE,
    signal,
  );
}
