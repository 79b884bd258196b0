import { type Account, rollForward } from '../bots/account';
import type { Mark } from '../history/mark';
import { countOnDay, dayOf } from '../quota/days';
import { quotaOf } from '../quota/quota';
import { dropParts, splitCall } from '../quota/split-call';
import { type CountedOperation, FORM, type KeyNumber } from '../quota/usage-part';
import { endSilence } from '../silences/silence-events';
import { eventsOfCall } from './call-events';
import type { Effect } from './effect';
import { reportAvailability, reportWindow } from './interval';
import type { ErrorCode } from './refusal';
import type { Report } from './report';

/** The outcome of a call and the account after it (the same object if there is nothing to write). */
export type Decision<Outcome> = {
  readonly account: Account;
  /** Written in the same transaction. */
  readonly effects: readonly Effect[];
  readonly outcome: Outcome;
};

/** Refusals that depend on the account; all others are decided before. */
export type ReportRefusal = Extract<
  ErrorCode,
  'bot_disabled' | 'bot_mismatch' | 'quota_exceeded' | 'update_too_soon'
>;
export type CallOutcome<Refusal extends ErrorCode> =
  | { readonly kind: 'served' }
  | { readonly kind: 'refused'; readonly error: Refusal };

const SERVED = { kind: 'served' } as const;

/**
 * Decides a report for `botId` at `nowMs`: refused, or stored and counted (contract rules 2, 3, 6, 7). With FORM for `key` it was
 * sent from the dashboard.
 */
export function decideReport(
  account: Account,
  botId: string,
  report: Report,
  nowMs: number,
  key: KeyNumber,
): Decision<CallOutcome<ReportRefusal>> {
  const current = rollForward(account, nowMs);
  const error = reportRefusal(current, botId, nowMs);
  if (error !== null) return refuse(current, error, nowMs);
  const number = current.reportsTotal + 1;
  const point = { ...report, atMs: nowMs };
  const heard = endSilence(current, nowMs, nowMs);
  const counted = countCall(heard.account, key === FORM ? 'report_form' : 'report', key, nowMs);
  const after = { ...counted.account, lastReport: point, reportsTotal: number };
  const effects: Effect[] = [{ kind: 'report', ...point, number }, ...heard.effects, ...counted.effects];
  return serve(heard.account, after, effects, nowMs);
}

/** Checks in the order of contract section 5. */
function reportRefusal(account: Account, botId: string, nowMs: number): ReportRefusal | null {
  const { refusal } = reportAvailability(account, nowMs);
  if (refusal !== 'bot_disabled' && botId !== account.botId) return 'bot_mismatch';
  return refusal;
}

/** Decides a usage read at `nowMs`: with an exhausted quota it is served but not counted (contract rule 3). */
export function decideUsageRead(
  account: Account,
  nowMs: number,
  key: KeyNumber,
): Decision<CallOutcome<'bot_disabled'>> {
  const current = rollForward(account, nowMs);
  if (current.isDisabled) return refuse(current, 'bot_disabled', nowMs);
  const isCounted = !quotaOf(current).isExhausted;
  if (!isCounted) return { account: current, effects: [], outcome: SERVED };
  const counted = countCall(current, 'usage', key, nowMs);
  return serve(current, counted.account, counted.effects, nowMs);
}

/** Decides a read that an exhausted quota refuses (contract rules 2 and 3). */
export const decideRead =
  (operation: CountedOperation) =>
  (
    account: Account,
    nowMs: number,
    key: KeyNumber,
  ): Decision<CallOutcome<'bot_disabled' | 'quota_exceeded'>> => {
    const current = rollForward(account, nowMs);
    if (current.isDisabled) return refuse(current, 'bot_disabled', nowMs);
    if (quotaOf(current).isExhausted) return refuse(current, 'quota_exceeded', nowMs);
    const counted = countCall(current, operation, key, nowMs);
    return serve(current, counted.account, counted.effects, nowMs);
  };

/** Decides a call that adds a mark, at `nowMs` unless it has a time: stored and counted, or refused like a read. */
export const decideMark =
  ({ atMs, ...mark }: Omit<Mark, 'atMs'> & { readonly atMs: number | null }) =>
  (account: Account, nowMs: number, key: KeyNumber) => {
    const decision = decideRead('marks')(account, nowMs, key);
    if (decision.outcome.kind === 'refused') return decision;
    const effect = { kind: 'mark', mark: { ...mark, atMs: atMs ?? nowMs } } as const;
    return { ...decision, effects: [...decision.effects, effect] };
  };

/** Decides a call with a valid key but an invalid request: adds to the day's `rejected` (contract rule 4). */
export function decideRefusal<Code extends ErrorCode>(
  account: Account,
  error: Code,
  nowMs: number,
): Decision<CallOutcome<Code | 'bot_disabled'>> {
  const current = rollForward(account, nowMs);
  return refuse(current, current.isDisabled ? 'bot_disabled' : error, nowMs);
}

function refuse<Code extends ErrorCode>(
  account: Account,
  error: Code,
  nowMs: number,
): Decision<CallOutcome<Code>> {
  const { usagePart, effects } = dropParts(account, nowMs);
  return {
    account: { ...account, days: countOnDay(account.days, dayOf(nowMs), 'rejected'), usagePart },
    effects,
    outcome: { kind: 'refused', error },
  };
}

/** Adds the events of a counted call to its effects. */
function serve(
  before: Account,
  after: Account,
  effects: readonly Effect[],
  nowMs: number,
): Decision<typeof SERVED> {
  const noted = eventsOfCall(before, after, nowMs);
  if (noted === null) return { account: after, effects, outcome: SERVED };
  const events = noted.events.map((event) => ({ kind: 'event', event }) as const);
  return { account: { ...after, alerts: noted.alerts }, effects: [...effects, ...events], outcome: SERVED };
}

function countCall(account: Account, operation: CountedOperation, key: KeyNumber, nowMs: number) {
  const { index, used } = account.cycle;
  const { usagePart, effects } = splitCall(account, operation, key, nowMs);
  const days = countOnDay(account.days, dayOf(nowMs), 'calls');
  return { account: { ...account, cycle: { index, used: used + 1 }, days, usagePart }, effects };
}

/** A report whose only fault is that it comes `waitMs` too early, at most the longest hold (contract rule 6). */
export type Early = { readonly kind: 'early'; readonly waitMs: number };

/** The longest REPORT_HOLD_MS. */
export const HOLD_MAX_MS = 5_000;
/** How early a report may still be at the end of its hold to wait again: timers may fire early, clocks are adjusted. */
export const HELD_AGAIN_MS = 50;
/** The most reports that are held together on an instance. */
export const HELD_MAX = 10_000;

/**
 * decideReport, but a report that is at most `holdMaxMs` too early is neither decided nor counted: its outcome is
 * `early`. With 0 none is.
 */
export function decideOrHold(
  account: Account,
  botId: string,
  report: Report,
  nowMs: number,
  holdMaxMs: number,
  key: KeyNumber,
): Decision<CallOutcome<ReportRefusal> | Early> {
  const decision = decideReport(account, botId, report, nowMs, key);
  const { outcome } = decision;
  if (outcome.kind === 'served' || outcome.error !== 'update_too_soon') return decision;
  const { waitMs } = reportWindow(decision.account, nowMs);
  if (waitMs > holdMaxMs) return decision;
  return { account, effects: [], outcome: { kind: 'early', waitMs } };
}
