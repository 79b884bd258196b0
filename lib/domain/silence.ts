import type { Account } from './account';
import { cycleStartMs } from './cycle';
import { MINUTE_MS } from './plan';
import { type ServingTime, servedMs } from './serving';
import { intervalMinutesInForce } from './silence-terms';

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
export function quietMs(account: Account, signs: Signs, nowMs: number): number {
  const { registeredAtMs, cycle, enabledAtMs, planChangedAtMs } = account;
  const sinceMs = Math.max(
    cycleStartMs(registeredAtMs, cycle.index),
    ...[lastSignAtMs(account, nowMs), enabledAtMs, planChangedAtMs].filter((atMs) => atMs !== null),
  );
  return servedMs(signs.servingTimes, sinceMs, nowMs);
}
