import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { durationText, minutesText } from '@/lib/domain/text/duration';
import { INVALID_TIME } from '@/lib/domain/text/time';

const SECOND_MS = 1_000;

/**
 * A countdown with a constant width: `12 d 03:04:05`, `03:04:05`. Rounded up, so that 00:00:00 is never shown early.
 */
export function countdownText(ms: number): string {
  if (!Number.isFinite(ms)) return INVALID_TIME;
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return days > 0 ? `${days}\u00a0d ${clock}` : clock;
}

/** The largest unit of a duration in words: `2 days`, `1 hour`, `less than an hour`. Truncated. */
export function beforeText(ms: number): string {
  for (const [unit, unitMs] of [
    ['day', DAY_MS],
    ['hour', HOUR_MS],
  ] as const) {
    const count = Math.floor(ms / unitMs);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return 'less than an hour';
}

/** How long ago something was, in words: `2 days ago`, `5 minutes ago`, `just now`. Truncated. */
export function agoWords(ms: number): string {
  if (!(ms >= MINUTE_MS)) return 'just now';
  if (ms >= HOUR_MS) return `${beforeText(ms)} ago`;
  const minutes = Math.floor(ms / MINUTE_MS);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
}

/** How long to wait, rounded up: `40 s`, `29 min`, `2 h 5 min`. */
export function waitText(ms: number): string {
  const unitMs = ms <= MINUTE_MS ? SECOND_MS : MINUTE_MS;
  return durationText(Math.ceil(ms / unitMs) * unitMs);
}

/** The largest unit of a duration: `23 h`, `6 d`. Truncated. */
export const largestUnitText = (ms: number): string => durationText(ms).split(' ', 1).join();

/** Whether a time is better said by its date than by how long ago it is. */
export const isLongAgo = (ms: number): boolean => ms >= DAY_MS;

/** How long ago something was: `just now` below 10 s and for the future, `40 s ago`, `16 min ago`, `2 d 3 h ago`. */
export function agoText(ms: number): string {
  if (!Number.isFinite(ms)) return INVALID_TIME;
  if (ms < 10 * SECOND_MS) return 'just now';
  return `${ms < MINUTE_MS ? durationText(ms) : minutesText(ms)} ago`;
}
