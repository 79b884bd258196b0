import { DAY_MS, PLANS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';
import { countedRead } from './counted-read';

/** A counted read of the last report of each UTC day that the plan's history has, oldest first. */
export const readStatsHistory = (
  { store, directory }: Pick<Ports, 'store' | 'directory'>,
  ref: AccountRef,
  seen: Snapshot,
) =>
  countedRead({ store }, ref, seen, ({ botId, plan }, nowMs) => {
    const fromMs = nowMs - PLANS[plan].historyDays * DAY_MS;
    return directory.read(({ history }) =>
      history.series({ botId, fromMs, untilMs: nowMs + 1, bucketMs: DAY_MS }),
    );
  });
