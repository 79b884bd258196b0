import { DAY_MS, HOUR_MS, MINUTE_MS } from '../quota/plan';
import { INVALID_TIME } from './time';

const SECOND_MS = 1_000;

/** The two largest units of a duration: `12 d 3 h`, `4 min 20 s`, `40 s`. Truncated, never rounded up. */
export function durationText(ms: number): string {
  if (!Number.isFinite(ms)) return INVALID_TIME;
  const parts = [
    [Math.floor(ms / DAY_MS), 'd'],
    [Math.floor(ms / HOUR_MS) % 24, 'h'],
    [Math.floor(ms / MINUTE_MS) % 60, 'min'],
    [Math.floor(ms / SECOND_MS) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (ms < SECOND_MS || first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count], at) => at === 0 || count > 0)
    .map(([count, unit]) => `${count}\u00a0${unit}`)
    .join(' ');
}

/** A duration without seconds: `45 min`, `2 h 5 min`. */
export const minutesText = (ms: number): string =>
  ms < MINUTE_MS ? 'less than a minute' : durationText(ms - (ms % MINUTE_MS));
