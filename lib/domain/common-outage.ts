import { HOUR_MS, MINUTE_MS } from './plan';

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

/** Whether silences at `nowMs` belong to the outage whose last ones were found at `lastAtMs`: it is told once. */
export const isSameOutage = (lastAtMs: number, nowMs: number): boolean =>
  // After a clock step back the last one can lie in the future.
  Math.abs(nowMs - lastAtMs) < ALIVE_WITHIN_MS;
