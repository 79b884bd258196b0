const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TIME_STEPS_MS = [
  ...[5, 10, 15, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 5, 7, 14, 30, 60, 91, 182].map((n) => n * DAY_MS),
];

export type TimeTicks = { readonly atMs: readonly number[]; readonly stepMs: number };

/** At most `countMax` moments between two others, at round times of the reader's wall clock. */
export function timeTicks(fromMs: number, untilMs: number, countMax: number, timeZone: string): TimeTicks {
  const span = untilMs - fromMs;
  const stepMs =
    TIME_STEPS_MS.find((step) => span / step <= Math.max(1, countMax)) ?? Math.ceil(span / countMax);
  const atMs: number[] = [];
  const wallStart = fromMs + zoneOffsetMs(fromMs, timeZone);
  // Counted on the wall clock, so that ticks stay at midnight when summer time begins or ends.
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

/** How far a zone's wall clock is ahead of UTC at a moment. */
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
 * A round axis of whole numbers around `min` and `max`, which are not negative. It starts at 0 unless the values
 * move by less than half of the highest: then it shows their movement.
 */
export function valueAxis(min: number, max: number, countMax = 5): ValueAxis {
  const low = max - min > max / 2 ? 0 : min;
  // No finer than three decimals of the tick's unit (thousand, million …), or its text could not tell ticks apart.
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
