import type { Account } from '../bots/account';
import { cycleStartMs, dayOf } from './days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from './plan';
import { quotaOf } from './quota';

/** How fast a bot makes counted calls. */
export type Pace = { readonly calls: number; readonly spanMs: number };

const PACE_DAYS = 3;
const PACE_SPAN_MIN_MS = DAY_MS;
const PACE_CALLS_MIN = 24;

/**
 * The counted calls of the last 3 complete UTC days or, if that is shorter, since registration. `null` with less than
 * 24 h or 24 calls.
 */
export function paceOf(account: Account, nowMs: number): Pace | null {
  const today = dayOf(nowMs);
  const firstDayMs = (today - PACE_DAYS) * DAY_MS;
  const isYoung = account.registeredAtMs > firstDayMs;
  const spanMs = isYoung ? wholeHours(nowMs - account.registeredAtMs) : PACE_DAYS * DAY_MS;
  const calls = account.days
    .filter(({ day }) => day >= today - PACE_DAYS && (isYoung ? day <= today : day < today))
    .reduce((sum, day) => sum + day.calls, 0);
  return spanMs >= PACE_SPAN_MIN_MS && calls >= PACE_CALLS_MIN ? { calls, spanMs } : null;
}

/** A pace as pages show it. */
export const callsADay = ({ calls, spanMs }: Pace): number => Math.round((calls * DAY_MS) / spanMs);

/** Estimates change once an hour, so that a page which is read every few seconds stays the same. */
const wholeHours = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Whether the calls of the cycle last until its end, at the recent pace. */
export type Forecast =
  | { readonly kind: 'lasts' }
  /** No calls are left from about `atMs` on, a whole hour, before the reset at `resetAtMs`. */
  | { readonly kind: 'runs-out'; readonly atMs: number; readonly resetAtMs: number };

/** The forecast for an account rolled forward to `nowMs`; `null` without a pace, and if no call is served anyway. */
export function forecast(account: Account, nowMs: number): Forecast | null {
  const { resetAtMs, isExhausted } = quotaOf(account);
  const pace = paceOf(account, nowMs);
  if (account.isDisabled || isExhausted || pace === null) return null;
  const atMs = endOfCallsMs(account, pace, nowMs);
  return atMs < resetAtMs ? { kind: 'runs-out', atMs: wholeHours(atMs), resetAtMs } : { kind: 'lasts' };
}

/** When no calls are left at that pace. */
const endOfCallsMs = (account: Account, pace: Pace, nowMs: number): number =>
  nowMs + Math.ceil((quotaOf(account).remaining * pace.spanMs) / pace.calls);

/** What an event of a forecast needs: a pace of that many calls, and an end that long before the reset. */
const EVENT_CALLS_MIN = 100;
const EVENT_AHEAD_MS = DAY_MS;

/**
 * When the calls of the cycle end, a whole hour, if that is to be notified (contract section 9, `quota.forecast`); else
 * `null`.
 */
export function earlyEnd(account: Account, nowMs: number): number | null {
  const pace = paceOf(account, nowMs);
  if (account.isDisabled || pace === null || pace.calls < EVENT_CALLS_MIN) return null;
  const { isExhausted, resetAtMs } = quotaOf(account);
  const atMs = endOfCallsMs(account, pace, nowMs);
  return !isExhausted && resetAtMs - atMs > EVENT_AHEAD_MS ? wholeHours(atMs) : null;
}

/** The reports that a bot has made by now in this cycle if it made one per interval and nothing else. */
export function punctualReports(account: Account, nowMs: number): number {
  const elapsedMs = nowMs - cycleStartMs(account.registeredAtMs, account.cycle.index);
  return Math.floor(elapsedMs / (PLANS[account.plan].intervalMinutes * MINUTE_MS));
}
