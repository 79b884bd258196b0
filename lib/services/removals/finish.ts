import type { Removal } from '@/lib/domain/bots/removal';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { VOTES_KEPT_MS } from '@/lib/domain/votes/vote';
import type { Ports, Tables } from '@/lib/ports/ports';
import { inBatches, ROWS_AT_ONCE } from '../batches';
import { pruneBatch } from '../history/prune';
import { SetAside } from '../set-aside';
import { botLock } from '../write';

const REMOVALS_AT_ONCE = 100;

type RemovalPorts = Pick<Ports, 'directory' | 'vault'>;

/**
 * Deletes the rows of what was removed, in batches that are committed one by one, then what says that it is removed. A
 * process that ends meanwhile leaves the rest to the next run.
 */
export async function finishRemovals(
  ports: RemovalPorts,
  signal?: AbortSignal,
  aside = new SetAside(),
  pause?: () => Promise<void>,
): Promise<void> {
  let after: Removal | null = null;
  do {
    const found: Removal[] = await ports.directory.read(({ removals }, nowMs) => {
      aside.ids(nowMs);
      return removals.list(after, REMOVALS_AT_ONCE);
    });
    for (const removal of found) {
      if (signal?.aborted) return;
      const id = `${removal.botId} ${removal.kind} ${removal.subject}`;
      if (!aside.has(id)) await aside.attempt(id, () => finish(ports, removal, signal, pause));
    }
    after = found.at(-1) ?? null;
  } while (after !== null);
}

async function finish(
  { directory, vault }: RemovalPorts,
  removal: Removal,
  signal?: AbortSignal,
  pause?: () => Promise<void>,
) {
  const { botId, kind, sealed } = removal;
  const userId = sealed === null ? null : vault.open(sealed);
  const batch = async (tables: Tables, nowMs: number) => {
    const hasMore = await deleteSome(tables, removal, userId, nowMs);
    // Sealed with another AUTH_SECRET: no read finds the votes, which are deleted when they are 30 days old.
    const isLeft = kind === 'voter' && userId === null && nowMs < removal.untilMs + VOTES_KEPT_MS + DAY_MS;
    if (!hasMore && !isLeft) await tables.removals.end(removal);
    return hasMore;
  };
  await inBatches(directory, [botLock(botId)], batch, signal, pause);
}

/** Returns whether there are more. */
async function deleteSome(
  tables: Tables,
  { botId, kind, subject, untilMs }: Removal,
  userId: string | null,
  nowMs: number,
): Promise<boolean> {
  const max = ROWS_AT_ONCE;
  if (kind === 'webhook') return (await tables.removals.deleteOfWebhook(subject, max)) >= max;
  if (kind === 'voter') {
    if (userId === null) return false;
    const some = await tables.votes.listOfUser(botId, userId, untilMs, max);
    await tables.votes.delete(some);
    return some.length >= max;
  }
  const deleted = await tables.removals.deleteOfBot(botId, max);
  return deleted >= max || (await pruneBatch(tables, botId, nowMs));
}
