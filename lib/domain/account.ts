import type { AlertState } from './alert-state';
import { cycleIndexAt, type DayCount } from './days';
import type { Retention } from './history';
import type { TimedReport } from './report';
import type { SilenceTerms } from './silence-terms';

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
  readonly lastReport: TimedReport | null;
  /** Accurate to a minute; `null` before the first. No decision changes it (Store.noteUse). */
  readonly lastHeartbeatAtMs: number | null;
  /** All accepted reports so far. Numbers them, so that two reports within one millisecond stay distinct. */
  readonly reportsTotal: number;
  /** When a report of the history is next to be folded or deleted; 0 if unknown. Written by a RetentionEffect. */
  readonly historyDueAtMs: number;
  readonly alerts: AlertState;
} & Retention &
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
