import type { Retention } from '../history/history';
import { cycleIndexAt, type DayCount } from '../quota/days';
import type { CurrentPart } from '../quota/usage-part';
import type { TimedReport } from '../reports/report';
import type { SilenceTerms } from '../silences/silence-terms';

/** What a bot's account remembers of its last events, so that none is notified twice (contract section 9). */
export type AlertState = {
  /** The period of the `quota.exhausted` that no `quota.restored` followed yet; `null` if there is none. */
  readonly exhaustedPeriod: string | null;
  /** The drop that was notified last, until the count is back or a day has passed. */
  readonly drop: { readonly before: number; readonly atMs: number } | null;
  /** The last sign of life before the silence that was notified; `null` if none is. */
  readonly silentSinceMs: number | null;
  /** When the last silence that was notified ended; `null` if none did. */
  readonly recoveredAtMs: number | null;
  /** The servers of the last report before a pause in which others came, until the first report after it. */
  readonly beforePause: number | null;
};

export const NO_ALERTS: AlertState = {
  exhaustedPeriod: null,
  drop: null,
  silentSinceMs: null,
  recoveredAtMs: null,
  beforePause: null,
};

/** Of a disabled bot: since when, and why, as far as its admin wrote it. */
export type Disabling = { readonly disabledAtMs?: number; readonly disabledReason?: string | null };

/** Counted calls of one cycle. */
export type CycleCount = { readonly index: number; readonly used: number };

/**
 * Everything that a metered call reads or changes about one bot. Only a decision (decide.ts) creates a new Account,
 * and only the store writes it (lib/ports/ports.ts).
 */
export type Account = {
  readonly botId: string;
  /** Who may see it, besides admins; no call needs it. */
  readonly ownerId: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly registeredAtMs: number;
  /** The cycle of the latest call. */
  readonly cycle: CycleCount;
  /** Previous cycles, latest first. Used only after a clock step. */
  readonly leftCycles: readonly CycleCount[];
  /** Ascending by day. */
  readonly days: readonly DayCount[];
  /** What its latest counted calls were (contract section 12); `null` if none was split yet. */
  readonly usagePart: CurrentPart | null;
  readonly lastReport: TimedReport | null;
  /** Accurate to a minute; `null` before the first. No decision changes it (Store.noteUse). */
  readonly lastHeartbeatAtMs: number | null;
  /** All accepted reports so far. Numbers them, so that two reports within one millisecond stay distinct. */
  readonly reportsTotal: number;
  readonly alerts: AlertState;
} & Disabling &
  Retention &
  SilenceTerms;

/** A year of cycles. */
export const CYCLES_REMEMBERED = 12;

/**
 * Rolls an account forward to `nowMs`: into the cycle that contains `nowMs`, with the last report not in the future.
 * Returns the same object if nothing changes. Contract rules 5 and 8.
 */
export function rollForward(account: Account, nowMs: number): Account {
  return withPastReport(inCycleOf(account, nowMs), nowMs);
}

function inCycleOf(account: Account, nowMs: number): Account {
  const index = cycleIndexAt(account.registeredAtMs, nowMs);
  const { cycle, leftCycles } = account;
  if (index === cycle.index) return account;
  // A cycle that is entered again keeps its count, and a clock step back carries the current count along: moving the
  // clock never restores quota.
  const before = leftCycles.find((c) => c.index === index)?.used ?? 0;
  const used = index < cycle.index ? Math.max(before, cycle.used) : before;
  return {
    ...account,
    cycle: { index, used },
    leftCycles: [cycle, ...leftCycles.filter((c) => c.index !== index)].slice(0, CYCLES_REMEMBERED),
  };
}

function withPastReport(account: Account, nowMs: number): Account {
  const { lastReport } = account;
  if (lastReport === null || lastReport.atMs <= nowMs) return account;
  return { ...account, lastReport: { ...lastReport, atMs: nowMs } };
}
