import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/plan';

const TIME_STEPS_MS = [
  ...[5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 7, 14].map((n) => n * DAY_MS),
];
const MONTH_STEPS = [1, 2, 3, 6, 12];
/** The mean length of a month. */
const MONTH_MS = 30.4375 * DAY_MS;

export type TimeTicks = {
  readonly atMs: readonly number[];
  /** Whether every tick is the start of a local day. */
  readonly areDays: boolean;
};

/** At most `countMax` times between two others, and one: at round local times, beyond weeks at the start of months. */
export function timeTicks(fromMs: number, untilMs: number, countMax: number, timeZone: string): TimeTicks {
  const span = untilMs - fromMs;
  const stepMs = TIME_STEPS_MS.find((step) => span / step <= countMax);
  // Steps in local time, so that ticks stay at midnight across daylight saving changes.
  const wallStart = fromMs + zoneOffsetMs(fromMs, timeZone);
  const walls = stepMs === undefined ? months(wallStart, span, countMax) : steps(wallStart, stepMs);
  const atMs: number[] = [];
  for (const wall of walls) {
    const tick = fromWall(wall, timeZone);
    if (tick > untilMs || atMs.length > countMax) break;
    if (tick >= fromMs) atMs.push(tick);
  }
  return { atMs, areDays: stepMs === undefined || stepMs >= DAY_MS };
}

/** The first Monday of 1970, on which steps of whole weeks are counted. */
const MONDAY_MS = 4 * DAY_MS;

function* steps(wallStart: number, stepMs: number): Generator<number> {
  const origin = stepMs >= 7 * DAY_MS ? MONDAY_MS : 0;
  for (let n = Math.ceil((wallStart - origin) / stepMs); ; n++) yield origin + n * stepMs;
}

/** The starts of every month, or of every second, third …, counted from January. */
function* months(wallStart: number, span: number, countMax: number): Generator<number> {
  const start = new Date(wallStart);
  const step =
    MONTH_STEPS.find((n) => span / MONTH_MS / n <= countMax) ?? Math.ceil(span / MONTH_MS / countMax);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = Math.ceil(first / step) * step; ; month += step) yield Date.UTC(1970, month - 1970 * 12);
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

/** Below this, a difference of 1 would fill the whole axis. */
const FROM_ZERO_UNTIL = 10;

/**
 * A whole-number axis with round steps for the non-negative `min` and `max`. Shows the variation of values that differ
 * by up to half of `max`; starts at 0 if they vary more, not at all, or are small. A single value is never at its end.
 */
export function valueAxis(min: number, max: number, countMax = 5): ValueAxis {
  const isFlat = min === max;
  const low = isFlat || max <= FROM_ZERO_UNTIL || max - min > max / 2 ? 0 : min;
  const step = stepBetween(low, max, countMax);
  return axisOf(low, isFlat ? max + 1 : max, step);
}

/** A whole-number axis with round steps that contains 0, for changes from `min` to `max`. */
export function changeAxis(min: number, max: number, countMax = 5): ValueAxis {
  const [low, high] = [Math.min(0, min), Math.max(0, max)];
  return axisOf(low, low === high ? 1 : high, stepBetween(low, high, countMax));
}

/** The axis of all steps that contain `low` and `high`. */
function axisOf(low: number, high: number, step: number): ValueAxis {
  const from = Math.floor(low / step) * step;
  const to = Math.ceil(high / step) * step;
  const ticks: number[] = [];
  for (let tick = from; tick <= to; tick += step) ticks.push(tick);
  return { ticks, from, to };
}

function stepBetween(low: number, high: number, countMax: number): number {
  const largest = Math.max(-low, high);
  // At most three decimals of the tick's unit (thousand, million …), or labels could not tell ticks apart.
  const finest = largest < 10_000 ? 1 : 1_000 ** (Math.floor(Math.log10(largest) / 3) - 1);
  return roundStep(Math.max((high - low) / Math.max(1, countMax - 1), finest));
}

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, atLeast)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((candidate) => candidate >= atLeast);
  return Math.max(1, step ?? 10 * power);
}
