import { cycleIndexAt } from './cycle';
import type { DayCount } from './days';
import type { PlanName } from './plan';
import type { Report } from './report';

/** Counted calls of one cycle. */
export type CycleCount = { readonly index: number; readonly used: number };

/**
 * Everything a metered call can read or change about one bot. Only a decision (decide.ts) makes a new one,
 * and only the store writes it (services/ports.ts).
 */
export type Account = {
  readonly botId: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly isDisabled: boolean;
  readonly registeredAtMs: number;
  /** The cycle of the latest call. */
  readonly cycle: CycleCount;
  /** The cycles left most recently, latest first. Looked at only after a clock step. */
  readonly leftCycles: readonly CycleCount[];
  /** Ascending by day. */
  readonly days: readonly DayCount[];
  readonly lastReport: (Report & { readonly atMs: number }) | null;
  /** Accepted reports ever: numbers them, so that two within one millisecond stay two. */
  readonly reportsTotal: number;
};

/** A year of cycles. */
export const CYCLES_REMEMBERED = 12;

/**
 * The account as it stands at `nowMs`: in the cycle that holds `nowMs`, its last report not in the future.
 * Returns the same object when nothing had to change. Contract rules 5 and 8.
 */
export function settle(account: Account, nowMs: number): Account {
  return withPastReport(inCycleOf(account, nowMs), nowMs);
}

function inCycleOf(account: Account, nowMs: number): Account {
  const index = cycleIndexAt(account.registeredAtMs, nowMs);
  const { cycle, leftCycles } = account;
  if (index === cycle.index) return account;
  // A cycle entered again keeps its count, and a step backwards takes the current count along:
  // whichever way the clock is moved, no quota comes back.
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
