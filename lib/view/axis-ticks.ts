import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/plan';

const TIME_STEPS_MS = [
  ...[5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 5, 7, 14, 30, 60, 91, 182].map((n) => n * DAY_MS),
];

export type TimeTicks = { readonly atMs: readonly number[]; readonly stepMs: number };

/** At most `countMax` times between two others, at round values of the reader's local time. */
export function timeTicks(fromMs: number, untilMs: number, countMax: number, timeZone: string): TimeTicks {
  const span = untilMs - fromMs;
  const stepMs =
    TIME_STEPS_MS.find((step) => span / step <= Math.max(1, countMax)) ?? Math.ceil(span / countMax);
  const atMs: number[] = [];
  const wallStart = fromMs + zoneOffsetMs(fromMs, timeZone);
  // Steps in local time, so that ticks stay at midnight across daylight saving changes.
  for (let wall = Math.ceil(wallStart / stepMs) * stepMs; atMs.length <= countMax; wall += stepMs) {
    const tick = fromWall(wall, timeZone);
    if (tick > untilMs) break;
    if (tick >= fromMs) atMs.push(tick);
  }
  return { atMs, stepMs };
}

function fromWall(wallMs: number, timeZone: string): number {
  const guess = wallMs - zoneOffsetMs(wallMs, timeZone);
  return wallMs - zoneOffsetMs(guess, timeZone);
}

const offsetFormatters = new Map<string, Intl.DateTimeFormat>();

/** A time zone's offset from UTC at a given time. */
export function zoneOffsetMs(atMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  let formatter = offsetFormatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    offsetFormatters.set(timeZone, formatter);
  }
  const name = formatter.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (match === null) return 0;
  const [, sign, hours, minutes] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

export type ValueAxis = { readonly ticks: readonly number[]; readonly from: number; readonly to: number };

/**
 * A whole-number axis with round steps for the non-negative `min` and `max`. Starts at 0 unless the values vary by
 * less than half of `max`: then it shows their variation.
 */
export function valueAxis(min: number, max: number, countMax = 5): ValueAxis {
  const low = max - min > max / 2 ? 0 : min;
  // At most three decimals of the tick's unit (thousand, million …), or labels could not tell ticks apart.
  const finest = max < 10_000 ? 1 : 1_000 ** (Math.floor(Math.log10(max) / 3) - 1);
  const step = roundStep(Math.max((max - low) / Math.max(1, countMax - 1), finest));
  const from = Math.max(0, Math.floor(low / step) * step - (low === max && low > 0 ? step : 0));
  const to = Math.max(Math.ceil(max / step) * step, from + step);
  const ticks: number[] = [];
  for (let tick = from; tick <= to; tick += step) ticks.push(tick);
  return { ticks, from, to };
}

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, atLeast)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((candidate) => candidate >= atLeast);
  return Math.max(1, step ?? 10 * power);
}
