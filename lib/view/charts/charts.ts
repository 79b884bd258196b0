import type { SeriesPoint } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { changeAxis, timeTicks, type ValueAxis, valueAxis, zoneOffsetMs } from '../axis-ticks';
import { axisText } from '../numbers';
import { type TimeZoned, timeText } from '../times';
import { annotationsOn } from './annotations';
import {
  type BarRow,
  type BarsInput,
  barPlaces,
  type Chart,
  type ChartInput,
  type HistoryInput,
  isBar,
  type Row,
  type Series,
  type TimeTick,
  type Value,
} from './chart';

const VALUE_TICKS_MAX = 4;
/** Labels that fit on a wide and on a narrow chart. */
const LABELS_MAX = { wide: 8, narrow: 4 } as const;

/** The chart of any data, with its scales. */
export const chartOf = (input: ChartInput, reader: TimeZoned): Chart =>
  input.kind === 'history' ? historyChart(input, reader) : barsChart(input, reader);

/** One count over time: its last values as a line, the lowest to the highest of all reports as a band. */
function historyChart(input: HistoryInput, reader: TimeZoned): Chart {
  const { measure, series, gaps = [], annotations = null, fromMs, untilMs, isLast = true } = input;
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
    VALUE_TICKS_MAX,
  );
  return {
    x: {
      from: fromMs,
      until: untilMs,
      place: shiftMs,
      ticks: isLast ? timeLabels(fromMs, untilMs, reader) : [],
    },
    y: valuesOf(axis, axis.from, reader.locale),
    rows: withBreaks(points.map(rowOf(measure)), gaps),
    before: before.map((point) => ({ at: point.atMs, before: point[measure] })),
    series,
    gaps: gaps.map((gap) => ({ from: Math.max(gap.fromMs, fromMs), until: Math.min(gap.toMs, untilMs) })),
    ...annotationsOn(annotations, fromMs, untilMs),
    level: null,
    start: null,
  };
}

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

/** Bars from zero, or between two values, and points. */
function barsChart({ rows, series, annotations = null, quota = null }: BarsInput, reader: TimeZoned): Chart {
  const { from, start, until, place, places } = barPlaces(rows);
  const ends = rows.flatMap((row) => endsOf(row, series));
  const isFromZero = !rows.some((row) => series.some(({ key }) => isRange(valueIn(row, key))));
  const highest = Math.max(quota === null ? 0 : Math.ceil(quota.callsPerDay), ...ends);
  const axis = isFromZero
    ? changeAxis(Math.min(0, ...ends), highest, VALUE_TICKS_MAX)
    : valueAxis(Math.min(...ends), highest, VALUE_TICKS_MAX);
  const [planSinceMs, cycleStartMs] = [quota?.planSinceMs ?? from, quota?.cycleStartMs ?? Number.NaN];
  return {
    x: { from, until, place, ticks: barLabels(rows, reader) },
    y: valuesOf(axis, isFromZero ? 0 : axis.from, reader.locale),
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
    start: cycleStartMs >= start && cycleStartMs <= until ? cycleStartMs : null,
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

function valuesOf({ ticks, from, to }: ValueAxis, base: number, locale: string): Chart['y'] {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return {
    from,
    to,
    base,
    ticks: ticks.map((value) => ({ value, text: axisText(value, step, locale) })),
    note: from > 0 ? `Axis starts at ${axisText(from, step, locale)}` : null,
  };
}

/** Labels at round local times: the date at midnight, otherwise the time of day. */
function timeLabels(fromMs: number, untilMs: number, reader: TimeZoned): TimeTick[] {
  const at = (countMax: number) => timeTicks(fromMs, untilMs, countMax, reader.timeZone);
  // A time of day is longer than a date: a fourth would touch the third on a plot of 190 px.
  const [wide, narrow] = [at(LABELS_MAX.wide), at(LABELS_MAX.narrow - 2)];
  const text = (atMs: number, areDays: boolean) =>
    timeText(atMs, areDays || isMidnight(atMs, reader.timeZone) ? 'day' : 'clock', reader);
  return [
    ...wide.atMs.map((atMs) => ({
      at: atMs,
      text: text(atMs, wide.areDays),
      on: narrow.atMs.includes(atMs) ? ('all' as const) : ('wide' as const),
    })),
    ...narrow.atMs
      .filter((atMs) => !wide.atMs.includes(atMs))
      .map((atMs) => ({ at: atMs, text: text(atMs, narrow.areDays), on: 'narrow' as const })),
  ];
}

const isMidnight = (atMs: number, timeZone: string): boolean =>
  (atMs + zoneOffsetMs(atMs, timeZone)) % DAY_MS === 0;

/** So few rows have all their labels on any width. */
const ALL_LABELLED_MAX = 7;
/** Of longer labels, such as `2026-01`, one less fits on a plot of 190 px. */
const SHORT_LABEL_MAX = 6;

/** Evenly spaced labels of rows, counted back from the last, as far apart as if all places had rows. */
function barLabels(rows: readonly BarRow[], reader: Pick<TimeZoned, 'locale'>): TimeTick[] {
  const { from, until, place, places } = barPlaces(rows);
  const texts = rows.map(({ date, name = '' }) => {
    if (date !== undefined) return timeText(Date.parse(date), 'day', { ...reader, timeZone: 'UTC' });
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
