import { DAY_MS } from './plan';

/** The period at which every running instance renews the lease. */
export const LEASE_EVERY_MS = 15_000;
/** How long a lease lasts: three periods, so that one slow renewal is not an outage. */
export const LEASE_MS = 3 * LEASE_EVERY_MS;
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
