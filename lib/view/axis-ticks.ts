import { scaleLinear } from 'd3-scale';
import { type CountableTimeInterval, utcDay, utcHour, utcMinute, utcMonday, utcMonth } from 'd3-time';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';

const [WEEK_MS, MONTH_MAX_MS] = [7 * DAY_MS, 31 * DAY_MS];

/** Ticks `count` units apart, and how far apart they are at most. */
const every = (interval: CountableTimeInterval, unitMaxMs: number, ...counts: readonly number[]) =>
  counts.map((count) => ({
    interval: count === 1 ? interval : (interval.every(count) ?? interval),
    maxMs: count * unitMaxMs,
  }));

/** The days 1, 6, 11, 16, 21 and 26 of each month. */
const FIFTH_DAYS = utcDay.filter((date) => date.getUTCDate() % 5 === 1 && date.getUTCDate() < 31);

/** The distances of ticks, shortest first. Months are counted from January, weeks begin on Mondays. */
const STEPS = [
  ...every(utcMinute, MINUTE_MS, 1, 2, 5, 10, 15, 30),
  ...every(utcHour, HOUR_MS, 1, 2, 3, 4, 6, 12),
  ...every(utcDay, DAY_MS, 1, 2),
  { interval: FIFTH_DAYS, maxMs: 6 * DAY_MS },
  ...every(utcMonday, WEEK_MS, 1, 2),
  ...every(utcMonth, MONTH_MAX_MS, 1, 2, 3, 6, 12),
];
/** The first of STEPS whose ticks are all at midnight. */
const FIRST_OF_DAYS = 12;

export type TimeTicks = {
  readonly atMs: readonly number[];
  /** Whether every tick is the start of a local day. */
  readonly areDays: boolean;
};

/** At most `countMax` times between two others, and one: at round local times, beyond weeks at the start of months. */
export function timeTicks(fromMs: number, untilMs: number, countMax: number, timeZone: string): TimeTicks {
  // In local time, so that ticks stay at midnight across daylight saving changes.
  const [from, until] = [fromMs, untilMs].map((atMs) => new Date(atMs + zoneOffsetMs(atMs, timeZone)));
  if (from === undefined || until === undefined) return { atMs: [], areDays: true };
  const localTimes = (at: number) => STEPS[at]?.interval.range(from, new Date(until.getTime() + 1)) ?? [];
  // Steps that are too short for the range are passed over by arithmetic: listing the ticks of a year takes a second.
  const found = STEPS.findIndex(
    ({ maxMs }, at) =>
      (until.getTime() - from.getTime()) / maxMs < countMax + 2 && localTimes(at).length <= countMax + 1,
  );
  const step = found === -1 ? STEPS.length - 1 : found;
  return {
    atMs: localTimes(step).map((local) => fromWall(local.getTime(), timeZone)),
    areDays: step >= FIRST_OF_DAYS,
  };
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
  return niceAxis(low, isFlat ? max + 1 : max, countMax);
}

/** A whole-number axis with round steps that contains 0, for changes from `min` to `max`. */
export const changeAxis = (min: number, max: number, countMax = 5): ValueAxis =>
  niceAxis(Math.min(0, min), Math.max(0, max), countMax);

/** The axis of round steps that contain `low` and `high`. */
function niceAxis(low: number, high: number, countMax: number): ValueAxis {
  const largest = Math.max(-low, high);
  // At most three decimals of the tick's unit (thousand, million …), or labels could not tell ticks apart.
  const finest = largest < 10_000 ? 1 : 1_000 ** (Math.floor(Math.log10(largest) / 3) - 1);
  const start = Math.floor(low / finest);
  const domain = [start, Math.max(start + 1, Math.ceil(high / finest))];
  for (let count = countMax; ; count--) {
    const ticks = scaleLinear().domain(domain).nice(count).ticks(count);
    if (count > 1 && (ticks.length > countMax + 1 || !ticks.every(Number.isInteger))) continue;
    const values = ticks.map((tick) => tick * finest);
    return { ticks: values, from: values[0] ?? low, to: values.at(-1) ?? high };
  }
}
