import type { SeriesPoint } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { changeAxis, timeTicks, type ValueAxis, valueAxis, zoneOffsetMs } from '../axis-ticks';
import { axisText, numberText } from '../numbers';
import { type TimeZoned, timeText, UTC } from '../times';
import { annotationsOn } from './annotations';
import {
  type BarRow,
  type BarsInput,
  type BurnUpInput,
  barPlaces,
  type Chart,
  type ChartInput,
  type HistoryInput,
  isBar,
  type Row,
  type Series,
  type Stretch,
  type TimeTick,
  type Value,
} from './chart';

const VALUE_TICKS_MAX = 4;
/** Labels that fit on a wide and on a narrow chart. */
const LABELS_MAX = { wide: 8, narrow: 4 } as const;

/** The chart of any data, with its scales. */
export function chartOf(input: ChartInput, reader: TimeZoned): Chart {
  if (input.kind === 'history') return historyChart(input, reader);
  return input.kind === 'bars' ? barsChart(input) : burnUpChart(input, reader);
}

/** One count over time: its last values as a line, the lowest to the highest of all reports as a band. */
function historyChart(input: HistoryInput, reader: TimeZoned): Chart {
  const { measure, series, gaps = [], annotations = null, fromMs, untilMs } = input;
  const isShown = ({ atMs }: SeriesPoint) => atMs >= fromMs && atMs <= untilMs;
  const points = input.points.filter(isShown);
  const shiftMs = untilMs - fromMs;
  const before = (input.before ?? [])
    .map((point) => ({ ...point, atMs: point.atMs + shiftMs }))
    .filter(isShown);
  const all = [...points, ...before];
  const axis = valueAxis(
    all.reduce((min, point) => Math.min(min, point.min[measure]), all[0]?.min[measure] ?? 0),
    all.reduce((max, point) => Math.max(max, point.max[measure]), 0),
    VALUE_TICKS_MAX + 1,
  );
  const { pauses } = annotationsOn(annotations, fromMs, untilMs);
  return {
    id: measure,
    x: { from: fromMs, until: untilMs, place: shiftMs, ticks: timeLabels(fromMs, untilMs, reader) },
    y: valuesOf(axis, axis.from),
    rows: withBreaks(points.map(rowOf(measure)), gaps),
    before: before.map((point) => ({ at: point.atMs, before: point[measure] })),
    series,
    gaps: gaps
      .map((gap) => ({ from: Math.max(gap.fromMs, fromMs), until: Math.min(gap.toMs, untilMs) }))
      .filter((gap) => !isPlanned(gap, pauses)),
    // With their names: components/charts/flags.tsx.
    marks: [],
    pauses,
    level: null,
    beyond: null,
    start: null,
    open: null,
  };
}

/** Whether a planned silence says already why there are no reports. */
const isPlanned = (gap: Stretch, pauses: readonly Stretch[]): boolean =>
  pauses.some(({ from, until }) => from <= gap.from && gap.until <= until);

/** The band is drawn where its values differ, and to the points next to them. */
const rowOf =
  (measure: HistoryInput['measure']) =>
  (point: SeriesPoint, at: number, all: readonly SeriesPoint[]): Row => {
    const isBand = [all[at - 1], point, all[at + 1]].some((each) => each && isWide(each, measure));
    return {
      at: point.atMs,
      last: point[measure],
      band: isBand ? [point.min[measure], point.max[measure]] : null,
    };
  };

const isWide = ({ min, max }: SeriesPoint, measure: HistoryInput['measure']): boolean =>
  min[measure] !== max[measure];

/** Rows with an empty one in each gap, which interrupts their lines. */
function withBreaks(
  rows: readonly Row[],
  gaps: readonly { readonly fromMs: number; readonly toMs: number }[],
): Row[] {
  let next = 0;
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    if (before === undefined) return [row];
    while (next < gaps.length && (gaps[next]?.toMs ?? 0) <= before.at) next++;
    const gap = gaps[next];
    if (gap === undefined || gap.fromMs >= row.at) return [row];
    const middle = (Math.max(gap.fromMs, before.at) + Math.min(gap.toMs, row.at)) / 2;
    return [{ at: middle, last: null, band: null }, row];
  });
}

/** What a cycle has used, the even pace to its limit, and where the recent pace leads to. */
function burnUpChart(input: BurnUpInput, reader: TimeZoned): Chart {
  const { series, points, limit, limitSinceMs, resetAtMs, end } = input;
  const [from, now] = [points[0]?.atMs ?? 0, points.at(-1)];
  const axis = changeAxis(0, Math.max(limit, now?.used ?? 0), VALUE_TICKS_MAX);
  return {
    id: 'burn-up',
    x: { from, until: resetAtMs, place: resetAtMs - from, ticks: timeLabels(from, resetAtMs, reader) },
    y: valuesOf(axis, 0),
    rows: [
      ...points.map(({ atMs, used }) => ({ at: atMs, used, ...(atMs === now?.atMs && { forecast: used }) })),
      ...(end === null ? [] : [{ at: end.atMs, forecast: end.used }]),
    ],
    before: [
      { at: from, before: 0 },
      { at: resetAtMs, before: limit },
    ],
    series,
    gaps: [],
    marks: [],
    pauses: [],
    level: {
      value: limit,
      from: Math.max(from, limitSinceMs ?? from),
      name: `Limit ${numberText(limit)}`,
    },
    beyond: end?.isLimit
      ? { from: end.atMs, until: resetAtMs, text: `Used up ${timeText(end.atMs, 'day', reader)}` }
      : null,
    start: null,
    open: null,
  };
}

/** Bars from zero, or between two values, and points. */
function barsChart({ rows, series, annotations = null, quota = null }: BarsInput): Chart {
  const { from, start, until, place, places } = barPlaces(rows);
  const ends = rows.flatMap((row) => endsOf(row, series));
  const isFromZero = !rows.some((row) => series.some(({ key }) => isRange(valueIn(row, key))));
  const highest = Math.max(quota === null ? 0 : Math.ceil(quota.callsPerDay), ...ends);
  const axis = isFromZero
    ? changeAxis(Math.min(0, ...ends), highest, VALUE_TICKS_MAX)
    : valueAxis(Math.min(...ends), highest, VALUE_TICKS_MAX);
  const [planSinceMs, cycleStartMs] = [quota?.planSinceMs ?? from, quota?.cycleStartMs ?? Number.NaN];
  return {
    id: 'bars',
    x: { from, until, place, ticks: barLabels(rows) },
    y: valuesOf(axis, isFromZero ? 0 : axis.from),
    // Also places without a row, so that recharts knows the width of one.
    rows: [
      ...Array.from({ length: Math.round((start - from) / place) }, (_, at) => ({
        at: from + (at + 0.5) * place,
      })),
      ...places.map((at, index) => ({
        at,
        ...Object.fromEntries(series.map((each) => [each.key, drawnOf(rows[index] ?? {}, each)])),
      })),
    ],
    before: [],
    series,
    gaps: [],
    ...annotationsOn(annotations, start, until),
    // Another plan before had another line.
    level: quota && { value: quota.callsPerDay, from: planSinceMs > start ? planSinceMs : from },
    beyond: null,
    start: cycleStartMs >= start && cycleStartMs <= until ? cycleStartMs : null,
    // The days of all charts end with today.
    open: rows.at(-1)?.date === undefined ? null : (places.at(-1) ?? null),
  };
}

const valueIn = (row: BarRow, key: string): Value => {
  const value = row[key];
  return value === undefined || typeof value === 'string' ? null : value;
};

/** Whether a bar is drawn between two values; what is not known is no range. */
const isRange = (value: Value): boolean => value !== null && typeof value === 'object';

/** A bar of no height is none. */
function drawnOf(row: BarRow, series: Series): Value {
  const value = valueIn(row, series.key);
  return value === 0 && isBar(series) ? null : value;
}

/** Where the bars of a row end: those on top of each other where they add up to. */
function endsOf(row: BarRow, series: readonly Series[]): number[] {
  const sums = new Map<string | undefined, number>();
  const others = series.flatMap(({ key, kind, stack }) => {
    const value = valueIn(row, key);
    if (typeof value === 'object' || !isBar({ kind })) return value ?? [];
    sums.set(stack, (sums.get(stack) ?? 0) + value);
    return [];
  });
  return [...sums.values(), ...others];
}

function valuesOf({ ticks, from, to }: ValueAxis, base: number): Chart['y'] {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return {
    from,
    to,
    base,
    ticks: ticks.map((value) => ({ value, text: axisText(value, step) })),
    note: from > 0 ? `Axis starts at ${axisText(from, step)}` : null,
  };
}

/** Labels at round local times: the date at midnight, otherwise the time of day. Narrow charts have three of them. */
function timeLabels(fromMs: number, untilMs: number, reader: TimeZoned): TimeTick[] {
  const { atMs: times, areDays } = timeTicks(fromMs, untilMs, LABELS_MAX.wide, reader.timeZone);
  // A time of day is longer than a date: a fourth would touch the third on a plot of 190 px.
  const every = times.length <= LABELS_MAX.narrow ? 1 : Math.ceil(times.length / (LABELS_MAX.narrow - 1));
  return times.map((atMs, at) => ({
    at: atMs,
    text: timeText(atMs, areDays || isMidnight(atMs, reader.timeZone) ? 'day' : 'clock', reader),
    on: at % every === 0 ? 'all' : 'wide',
  }));
}

const isMidnight = (atMs: number, timeZone: string): boolean =>
  (atMs + zoneOffsetMs(atMs, timeZone)) % DAY_MS === 0;

/** So few rows have all their labels on any width. */
const ALL_LABELLED_MAX = 7;
/** Of longer labels, such as `Nov 28`, one less fits on a plot of 190 px. */
const SHORT_LABEL_MAX = 5;

/** Evenly spaced labels of rows, counted back from the last, as far apart as if all places had rows. */
function barLabels(rows: readonly BarRow[]): TimeTick[] {
  const { from, until, place, places } = barPlaces(rows);
  const texts = rows.map(({ date, name = '' }) => {
    if (date !== undefined) return timeText(Date.parse(date), 'day', UTC);
    return name.endsWith('day') ? name.slice(0, 3) : name;
  });
  const isLong = texts.some(({ length }) => length > SHORT_LABEL_MAX);
  const count = (until - from) / place;
  const [wide, narrow] = [LABELS_MAX.wide, LABELS_MAX.narrow - (isLong ? 1 : 0)].map((max) =>
    count <= ALL_LABELLED_MAX ? 1 : Math.ceil(count / max),
  ) as [number, number];
  return places
    .map((at, index) => ({ at, text: texts[index] ?? '', back: rows.length - 1 - index }))
    .filter(({ back }) => back % wide === 0 || back % narrow === 0)
    .map(({ at, text, back }) => ({
      at,
      text,
      on: back % narrow !== 0 ? 'wide' : back % wide === 0 ? 'all' : 'narrow',
    }));
}
