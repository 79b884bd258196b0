import type { Account } from '../bots/account';
import { cycleStartMs } from '../quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLAN_NAMES, type PlanName } from '../quota/plan';
import { pauseEndMs } from './pause';
import { intervalMinutesInForce, OWN_SILENT_AFTER_MS } from './silence-terms';

/** The period at which every running instance renews the lease. */
export const SERVING_RENEWAL_MS = 15_000;
/** How long a lease lasts: three periods, so that one slow renewal is not an outage. */
export const SERVING_LEASE_MS = 3 * SERVING_RENEWAL_MS;
/** Longer than any bot's time until silent (OWN_SILENT_AFTER_MS). */
export const SERVING_KEPT_MS = 8 * DAY_MS;

/** A stretch of time, half-open, in which some instance held a lease. Stretches can overlap after a clock step. */
export type ServingTime = { readonly fromMs: number; readonly untilMs: number };

/** How much of the time from `fromMs` until `nowMs` at least one instance was serving. */
export function servedMs(times: readonly ServingTime[], fromMs: number, nowMs: number): number {
  let served = 0;
  let countedUntilMs = fromMs;
  for (const time of times.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const untilMs = Math.min(time.untilMs, nowMs);
    served += Math.max(0, untilMs - Math.max(time.fromMs, countedUntilMs));
    countedUntilMs = Math.max(countedUntilMs, untilMs);
  }
  return served;
}

/** The latest moment since which at least `ms` of the time until `nowMs` were served; `null` if not that much was. */
export function servedSinceMs(times: readonly ServingTime[], ms: number, nowMs: number): number | null {
  let missing = ms;
  let countedFromMs = nowMs;
  for (const { fromMs, untilMs } of times.toSorted((a, b) => b.untilMs - a.untilMs)) {
    const endMs = Math.min(untilMs, countedFromMs);
    const served = Math.max(0, endMs - fromMs);
    if (served >= missing) return endMs - missing;
    missing -= served;
    countedFromMs = Math.min(countedFromMs, fromMs);
  }
  return null;
}

/** Without a setting of its own, a bot is silent after this many intervals of its plan, but not before the minimum. */
const SILENT_AFTER_INTERVALS = 3;
const SILENT_AFTER_MIN_MS = 15 * MINUTE_MS;

/** How long a bot may send nothing before it counts as silent. */
export const silentAfterMs = (account: Account, nowMs: number): number =>
  account.silentAfterMs ?? planSilentAfterMs(account, nowMs);

/** The limit of a bot without a setting of its own. */
export function planSilentAfterMs(bot: Parameters<typeof intervalMinutesInForce>[0], nowMs: number): number {
  const minutes = intervalMinutesInForce(bot, nowMs);
  return Math.max(SILENT_AFTER_INTERVALS * minutes * MINUTE_MS, SILENT_AFTER_MIN_MS);
}

/** What is known of a bot besides its account. */
export type Signs = {
  /** Of at least the last OWN_SILENT_AFTER_MS.max. */
  readonly servingTimes: readonly ServingTime[];
};

/** The time of the last report or heartbeat of an account rolled forward to `nowMs`; `null` before the first. */
export function lastSignAtMs(
  { lastReport, lastHeartbeatAtMs, alerts }: Account,
  nowMs: number,
): number | null {
  // A heartbeat that ended a silence is in the alerts before it is in its own column.
  const times = [lastReport?.atMs ?? null, lastHeartbeatAtMs, alerts.recoveredAtMs].filter(
    (atMs) => atMs !== null,
  );
  // After a clock step back a heartbeat can lie in the future.
  return times.length === 0 ? null : Math.min(nowMs, Math.max(...times));
}

/** Whether nothing was heard of the bot of an account rolled forward to `nowMs` for its limit of served time. */
export const isSilent = (account: Account, signs: Signs, nowMs: number): boolean =>
  quietMs(account, signs, nowMs) >= silentAfterMs(account, nowMs);

/** The served time since the last moment from which the silence of an account rolled forward to `nowMs` counts. */
export const quietMs = (account: Account, signs: Signs, nowMs: number): number =>
  servedMs(signs.servingTimes, quietSinceMs(account, nowMs), nowMs);

/** Since when the service runs again, if a bot that is not silent would be so without its outage; else `null`. */
export function servedAgainMs(account: Account, { servingTimes }: Signs, nowMs: number): number | null {
  if (nowMs - quietSinceMs(account, nowMs) < silentAfterMs(account, nowMs)) return null;
  let againMs: number | null = null;
  for (const { fromMs, untilMs } of servingTimes.toSorted((a, b) => b.untilMs - a.untilMs))
    if (againMs === null || untilMs >= againMs) againMs = Math.min(fromMs, againMs ?? fromMs);
  return againMs;
}

function quietSinceMs(account: Account, nowMs: number): number {
  const { registeredAtMs, cycle, enabledAtMs, planChangedAtMs } = account;
  const moments = [lastSignAtMs(account, nowMs), enabledAtMs, planChangedAtMs, pauseEndMs(account, nowMs)];
  return Math.max(cycleStartMs(registeredAtMs, cycle.index), ...moments.filter((atMs) => atMs !== null));
}

/** What finds the bots that can be silent, and a few more: decide-silence.ts has the rule. */
export type SilenceSearch = {
  readonly nowMs: number;
  /** A bot on the plan, without a time of its own, cannot be silent if its last sign is later; -1 if none can be. */
  readonly lastSignMs: Readonly<Record<PlanName, number>>;
  /** The same for bots with a time of their own, which can also not be silent within that time. */
  readonly lastSignOfOwnMs: number;
  /** Silences since before this time are not notified. */
  readonly fromMs: number;
};

/** A search at `nowMs` for silences since `fromMs`. */
export function silenceSearch({ servingTimes }: Signs, fromMs: number, nowMs: number): SilenceSearch {
  const lastSign = (silentAfterMs: number) => servedSinceMs(servingTimes, silentAfterMs, nowMs) ?? -1;
  // A recent plan change only makes the time longer.
  const unchanged = { planChangedAtMs: null, formerIntervalMinutes: null };
  const ofPlan = (plan: PlanName) => [plan, lastSign(planSilentAfterMs({ plan, ...unchanged }, nowMs))];
  return {
    nowMs,
    lastSignMs: Object.fromEntries(PLAN_NAMES.map(ofPlan)) as Record<PlanName, number>,
    lastSignOfOwnMs: lastSign(OWN_SILENT_AFTER_MS.min),
    fromMs,
  };
}

/** Silences that began earlier than this before the first search are not notified: an upgrade would notify all at once. */
const BEFORE_FIRST_SEARCH_MS = DAY_MS;

/** What the first search leaves for all later ones: since when silences are notified. */
export type SearchFact = { readonly fromMs: number };

export const firstSearchFact = (nowMs: number): SearchFact => ({ fromMs: nowMs - BEFORE_FIRST_SEARCH_MS });

/** A stored SearchFact; `null` if it is not one, or if the clock was ahead at the first search. */
export function searchFactOf(value: unknown, nowMs: number): SearchFact | null {
  const { fromMs } = (value ?? {}) as { readonly fromMs?: unknown };
  return typeof fromMs === 'number' && fromMs <= nowMs ? { fromMs } : null;
}

/** Bots that fall silent together: something that they share is down, for example Discord or a host. */

/** The time within which the bots fall silent, and the one within which the others were alive. */
export const SILENCED_WITHIN_MS = 5 * MINUTE_MS;
export const ALIVE_WITHIN_MS = HOUR_MS;

const SHARE_PERCENT = 30;
const BOTS_MIN = 10;

/** Whether `silenced` bots within SILENCED_WITHIN_MS are a common outage, of `alive` within ALIVE_WITHIN_MS. */
export const isCommonOutage = (silenced: number, alive: number): boolean =>
  silenced >= BOTS_MIN && silenced * 100 > alive * SHARE_PERCENT;

/** How long messages about these silences wait. */
export const OUTAGE_DELAY_MS = 15 * MINUTE_MS;

/** Whether silences at `nowMs` belong to the outage whose last ones were found at `lastAtMs`: it is notified once. */
export const isSameOutage = (lastAtMs: number, nowMs: number): boolean =>
  // After a clock step back the last one can lie in the future.
  Math.abs(nowMs - lastAtMs) < ALIVE_WITHIN_MS;
