import { DAY_MS } from './plan';

/** A cycle is exactly 30 × 24 h, half-open, anchored at the bot's registration (contract rule 5). */
export const CYCLE_MS = 30 * DAY_MS;

/** The index of the cycle that contains `nowMs`: 0 from registration on, negative if the clock is before it. */
export function cycleIndexAt(registeredAtMs: number, nowMs: number): number {
  return Math.floor((nowMs - registeredAtMs) / CYCLE_MS);
}

/** First millisecond of a cycle. */
export function cycleStartMs(registeredAtMs: number, index: number): number {
  return registeredAtMs + index * CYCLE_MS;
}

/** First millisecond after a cycle, which is the first of the next. */
export function cycleEndMs(registeredAtMs: number, index: number): number {
  return cycleStartMs(registeredAtMs, index + 1);
}
