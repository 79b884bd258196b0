import { decideOrHold, decideReport, type Early, HELD_AGAIN_MS, HELD_MAX } from '@/lib/domain/reports/decide';
import type { Report } from '@/lib/domain/reports/report';
import type { AccountRef, Hold, Ports, ReportHolds, Snapshot } from '@/lib/ports/ports';

/**
 * A report for `botId` (contract section 3). One that is a little early has the outcome `early`, with nothing written:
 * it goes to reportWhenDue. `null` if the key was revoked or expired meanwhile.
 */
export const reportStats = (
  { store, holds }: Pick<Ports, 'store' | 'holds'>,
  ref: AccountRef,
  botId: string,
  report: Report,
  snapshot?: Snapshot,
) =>
  store.call(
    ref,
    (account, nowMs, key) => decideOrHold(account, botId, report, nowMs, holds.maxMs(botId), key),
    snapshot,
  );

/** The client hung up while its report was held: nothing was stored or counted. */
class HungUp extends Error {
  readonly code = 'hung_up';
}

/** By its code, because bundles do not share classes. */
export const isHungUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'hung_up';

/** Ends a hold while the clock of the store does not advance. */
const WAITS_MAX = 20;

type Holding = {
  /** Called before each wait. */
  readonly hold: () => Hold;
  /** Asked after each wait; by default the store's look-up of the key decides alone. */
  readonly isStillAllowed?: () => Promise<boolean>;
};

/**
 * Holds a report that reportStats found early, then decides it like one that arrives at that moment (contract rule 6);
 * without a free slot, decides it at once. `null` if the key or the permission ended meanwhile. Rejects with HungUp.
 */
export async function reportWhenDue(
  { store, holds }: Pick<Ports, 'store' | 'holds'>,
  ref: AccountRef,
  botId: string,
  report: Report,
  { waitMs }: Early,
  { hold, isStillAllowed }: Holding,
) {
  const decideNow = () =>
    store.call(ref, (account, nowMs, key) => decideReport(account, botId, report, nowMs, key));
  const giveBack = holds.take(botId);
  if (giveBack === null) return decideNow();
  try {
    for (let leftMs = waitMs, waits = 0; waits < WAITS_MAX; waits++) {
      const { signal, end } = hold();
      const isDue = await holds.wait(leftMs, signal);
      end();
      if (!isDue) throw new HungUp('The client hung up.');
      if (isStillAllowed !== undefined && !(await isStillAllowed())) return null;
      const result = await store.call(ref, (account, nowMs, key) =>
        decideOrHold(account, botId, report, nowMs, HELD_AGAIN_MS, key),
      );
      if (result === null) return null;
      const { outcome } = result;
      if (outcome.kind !== 'early') return { ...result, outcome };
      leftMs = outcome.waitMs;
    }
    return await decideNow();
  } finally {
    giveBack();
  }
}

/** After the announcement of a stop, reports are held only as long as they end within this time. */
const STOP_MS = 6_000;

type Options = {
  /** REPORT_HOLD_MS. */
  readonly maxMs: number;
  readonly wait: ReportHolds['wait'];
  /** A monotonic clock, ms. */
  readonly monotonicMs: () => number;
  readonly slots?: number;
};

/** The slots of held reports on this instance: one for a bot, `slots` together. */
export function createReportHolds({ maxMs, wait, monotonicMs, slots = HELD_MAX }: Options) {
  const held = new Set<string>();
  let endMs = Number.POSITIVE_INFINITY;
  const isFree = (botId: string) => held.size < slots && !held.has(botId);
  return {
    wait,
    maxMs: (botId: string) => (isFree(botId) ? Math.max(0, Math.min(maxMs, endMs - monotonicMs())) : 0),
    take(botId: string) {
      if (!isFree(botId)) return null;
      held.add(botId);
      return () => void held.delete(botId);
    },
    /** The number of reports that are held now. */
    count: () => held.size,
    /** From now on, only reports are held that end before the requests of a stopping server are aborted. */
    announceStop: () => {
      endMs = monotonicMs() + STOP_MS;
    },
  } satisfies ReportHolds & Record<string, unknown>;
}
