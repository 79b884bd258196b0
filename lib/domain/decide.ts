import { type Account, settle } from './account';
import { countOnDay, dayOf } from './days';
import type { ErrorCode } from './errors';
import { reportWindow } from './interval';
import { quotaOf } from './quota';
import type { Report } from './report';

/** What a call comes to. `account` is the state after it: the same object when there is nothing to write. */
export type Decision<Outcome> = {
  readonly account: Account;
  /** A report to add to the history, in the same step. */
  readonly report?: Report & { readonly atMs: number; readonly number: number };
  readonly outcome: Outcome;
};

/** The refusals that depend on the account; the others are known before it is asked. */
export type ReportRefusal = Extract<
  ErrorCode,
  'bot_disabled' | 'bot_mismatch' | 'quota_exceeded' | 'update_too_soon'
>;
export type CallOutcome<Refusal extends ErrorCode> =
  | { readonly kind: 'served' }
  | { readonly kind: 'refused'; readonly error: Refusal };

const SERVED = { kind: 'served' } as const;

/** A report for `botId` arrives at `nowMs`: refused, or stored and counted in one step (contract rules 2, 3, 6, 7). */
export function decideReport(
  account: Account,
  botId: string,
  report: Report,
  nowMs: number,
): Decision<CallOutcome<ReportRefusal>> {
  const settled = settle(account, nowMs);
  const error = reportRefusal(settled, botId, nowMs);
  if (error !== null) return refuse(settled, error, nowMs);
  const number = settled.reportsTotal + 1;
  const point = { ...report, atMs: nowMs };
  return {
    account: { ...countCall(settled, nowMs), lastReport: point, reportsTotal: number },
    report: { ...point, number },
    outcome: SERVED,
  };
}

/** In the contract's order of checks (section 5). */
function reportRefusal(account: Account, botId: string, nowMs: number): ReportRefusal | null {
  if (account.isDisabled) return 'bot_disabled';
  if (botId !== account.botId) return 'bot_mismatch';
  if (quotaOf(account).isExhausted) return 'quota_exceeded';
  if (reportWindow(account, nowMs).waitMs > 0) return 'update_too_soon';
  return null;
}

/** A usage read at `nowMs`: served even when the quota is exhausted, but then not counted (contract rule 3). */
export function decideUsageRead(account: Account, nowMs: number): Decision<CallOutcome<'bot_disabled'>> {
  const settled = settle(account, nowMs);
  if (settled.isDisabled) return refuse(settled, 'bot_disabled', nowMs);
  const isCounted = !quotaOf(settled).isExhausted;
  return { account: isCounted ? countCall(settled, nowMs) : settled, outcome: SERVED };
}

/** A call refused for what it sent, its key being valid: adds to the day's `rejected` (contract rule 4). */
export function decideRefusal<Code extends ErrorCode>(
  account: Account,
  error: Code,
  nowMs: number,
): Decision<CallOutcome<Code | 'bot_disabled'>> {
  const settled = settle(account, nowMs);
  return refuse(settled, settled.isDisabled ? 'bot_disabled' : error, nowMs);
}

function refuse<Code extends ErrorCode>(
  account: Account,
  error: Code,
  nowMs: number,
): Decision<CallOutcome<Code>> {
  return {
    account: { ...account, days: countOnDay(account.days, dayOf(nowMs), 'rejected') },
    outcome: { kind: 'refused', error },
  };
}

function countCall(account: Account, nowMs: number): Account {
  const { index, used } = account.cycle;
  return {
    ...account,
    cycle: { index, used: used + 1 },
    days: countOnDay(account.days, dayOf(nowMs), 'calls'),
  };
}
