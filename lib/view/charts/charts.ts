import type { SeriesPoint } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { changeAxis, timeTicks, type ValueAxis, valueAxis, zoneOffsetMs } from '../axis-ticks';
import { DAYS_MIN } from '../day-bars';
import { axisText } from '../numbers';
import { type TimeZoned, timeText } from '../times';
import { annotationsOn, annotationsOnDays } from './annotations';
import { type Chart, type ChartInput, type Measure, paler, type Row, type TimeTick } from './chart';

type InputOf<Kind extends ChartInput['kind']> = Extract<ChartInput, { kind: Kind }>;

const VALUE_TICKS_MAX = 4;
/** Labels that fit on a wide and on a narrow chart. */
const LABELS_MAX = { wide: 8, narrow: 4 } as const;

const NOTHING = { previous: [], gaps: [], pauses: [], marks: [], level: null, start: null } as const;

/** The chart of any data, with its scales. */
export function chartOf(input: ChartInput, reader: TimeZoned): Chart {
  switch (input.kind) {
    case 'history':
      return historyChart(input, reader);
    case 'split':
      return usageChart(input, reader);
    case 'votes':
      return votesChart(input, reader);
    case 'calls':
      return callsChart(input, reader);
    case 'changes':
      return changesChart(input, reader);
    case 'months':
      return monthsChart(input, reader);
  }
}

/** One count over time: its last values as a line, the lowest to the highest of all reports as a band. */
function historyChart(input: InputOf<'history'>, reader: TimeZoned): Chart {
  const { measure, name, color, gaps, pauses = [], marks, fromMs, untilMs } = input;
  const isShown = ({ atMs }: SeriesPoint) => atMs >= fromMs && atMs <= untilMs;
  const points = input.points.filter(isShown);
  const shiftMs = untilMs - fromMs;
  const previous = (input.previous ?? []).map((point) => ({ ...point, atMs: point.atMs + shiftMs }));
  const all = [...points, ...previous.filter(isShown)];
  const axis = valueAxis(
    all.reduce((min, point) => Math.min(min, point.min[measure]), all[0]?.min[measure] ?? 0),
    all.reduce((max, point) => Math.max(max, point.max[measure]), 0),
    VALUE_TICKS_MAX,
  );
  return {
    x: { from: fromMs, until: untilMs, ticks: input.isLast ? timeLabels(fromMs, untilMs, reader) : [] },
    y: valuesOf(axis, axis.from, reader.locale),
    rows: withBreaks(points.map(rowOf(measure)), gaps),
    series: [
      { key: 'band', name: 'Lowest to highest', color, kind: 'band' },
      { key: 'last', name, color, kind: 'line' },
    ],
    previous: previous.filter(isShown).map((point) => ({ at: point.atMs, last: point[measure] })),
    gaps: gaps.map((gap) => ({ from: Math.max(gap.fromMs, fromMs), until: Math.min(gap.toMs, untilMs) })),
    ...annotationsOn({ marks, pauses }, fromMs, untilMs, (atMs) => atMs),
    level: null,
    start: null,
  };
}

/** The band is drawn where its values differ, and to the points next to them. */
const rowOf = (measure: Measure) => (point: SeriesPoint, at: number, all: readonly SeriesPoint[]) => {
  const isBand = [all[at - 1], point, all[at + 1]].some((each) => each && isWide(each, measure));
  return {
    at: point.atMs,
    last: point[measure],
    band: isBand ? ([point.min[measure], point.max[measure]] as const) : null,
  };
};

const isWide = ({ min, max }: SeriesPoint, measure: Measure): boolean => min[measure] !== max[measure];

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

/** Calls per day: the last day at the right end, refused calls on top of counted ones. */
function callsChart({ days, quota, annotations = null }: InputOf<'calls'>, reader: TimeZoned): Chart {
  const highest = days.reduce((max, { calls, rejected }) => Math.max(max, calls + rejected), 0);
  const count = Math.max(DAYS_MIN, days.length);
  const first = count - days.length;
  const dayAt = (atMs: number) => (atMs - Date.parse(days[0]?.date ?? '')) / DAY_MS;
  const cycleDay = quota === null ? -1 : dayAt(quota.cycleStartMs);
  // Another plan before had another line.
  const planDay = quota?.planSinceMs == null ? 0 : dayAt(quota.planSinceMs);
  return {
    ...NOTHING,
    ...dayScales(days, count, Math.max(highest, Math.ceil(quota?.callsPerDay ?? 0)), reader),
    ...annotationsOnDays(annotations, days, count),
    rows: Array.from({ length: count }, (_, at) => {
      const day = days[at - first];
      return { at: at + 0.5, calls: day?.calls || null, rejected: day?.rejected || null };
    }),
    series: [
      { key: 'calls', name: 'Counted', color: 'var(--series-calls)', kind: 'bar', stack: 'day' },
      {
        key: 'rejected',
        name: 'Refused',
        color: 'var(--series-refused)',
        kind: 'bar',
        stack: 'day',
        isHatched: true,
      },
    ],
    level: quota && { value: quota.callsPerDay, from: planDay > 0 ? first + planDay : 0 },
    start: cycleDay >= 0 && cycleDay <= days.length ? first + cycleDay : null,
  };
}

/** Counted calls per day, by what they were on top of each other. */
function usageChart({ series, days, annotations = null }: InputOf<'split'>, reader: TimeZoned): Chart {
  const highest = days.reduce((max, { calls }) => Math.max(max, calls), 0);
  return {
    ...NOTHING,
    ...dayScales(days, days.length, highest, reader),
    ...annotationsOnDays(annotations, days, days.length),
    rows: days.map(({ by }, at) => ({
      at: at + 0.5,
      ...Object.fromEntries(by.map((calls, part) => [`part${part}`, calls || null])),
    })),
    series: series.map(({ name, color, isHatched = false }, part) => ({
      key: `part${part}`,
      name,
      color,
      kind: 'bar',
      stack: 'day',
      isHatched,
    })),
  };
}

/** Votes per day. */
function votesChart({ days, annotations = null }: InputOf<'votes'>, reader: TimeZoned): Chart {
  const highest = days.reduce((max, { votes }) => Math.max(max, votes), 0);
  return {
    ...NOTHING,
    ...dayScales(days, days.length, highest, reader),
    ...annotationsOnDays(annotations, days, days.length),
    rows: days.map(({ votes }, at) => ({ at: at + 0.5, votes: votes || null })),
    series: [{ key: 'votes', name: 'Votes', color: 'var(--series-users)', kind: 'bar', stack: 'day' }],
  };
}

/** The scales of UTC days, the last of them at the right end of `count` places. */
function dayScales(
  days: readonly { readonly date: string }[],
  count: number,
  highest: number,
  reader: TimeZoned,
): Pick<Chart, 'x' | 'y'> {
  const first = count - days.length;
  const text = (at: number) =>
    timeText(Date.parse(days[at - first]?.date ?? ''), 'day', { locale: reader.locale, timeZone: 'UTC' });
  return {
    x: { from: 0, until: count, ticks: slotLabels(count, first, text) },
    y: valuesOf(valueAxis(0, highest, VALUE_TICKS_MAX), 0, reader.locale),
  };
}

/** Changes as bars from zero up or down, at the right of those of the period before if there are any. */
function changesChart({ bars, name, color, beforeName }: InputOf<'changes'>, reader: TimeZoned): Chart {
  const changes = bars.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const axis = changeAxis(Math.min(0, ...changes), Math.max(0, ...changes), VALUE_TICKS_MAX);
  const hasBefore = beforeName !== null && bars.some(({ before }) => before !== null);
  return {
    ...NOTHING,
    x: {
      from: 0,
      until: bars.length,
      ticks: bars.map((bar, at) => ({ at: at + 0.5, text: shortName(bar.name), on: 'all' })),
    },
    y: valuesOf(axis, 0, reader.locale),
    rows: bars.map(({ value, before }, at) => ({
      at: at + 0.5,
      value: value || null,
      before: before || null,
    })),
    series: [
      ...(hasBefore
        ? [{ key: 'before', name: beforeName, color: paler(color), kind: 'bar', stack: 'before' } as const]
        : []),
      { key: 'value', name, color, kind: 'bar', stack: 'value' },
    ],
  };
}

/** `Mon`, and `24 hours` as it is. */
const shortName = (name: string): string => (name.endsWith('day') ? name.slice(0, 3) : name);

/** A month has a long name, and a narrow plot is 190 px wide. */
const MONTHS_MAX = { wide: 6, narrow: 3 };

/** Months as bars from the lowest to the highest value, with the last values as a line. */
function monthsChart({ months, color }: InputOf<'months'>, reader: TimeZoned): Chart {
  const extents = months.flatMap(({ range }) => range ?? []);
  const axis = valueAxis(Math.min(...extents), Math.max(...extents), VALUE_TICKS_MAX);
  return {
    ...NOTHING,
    x: {
      from: 0,
      until: months.length,
      ticks: slotLabels(months.length, 0, (at) => months[at]?.month ?? '', MONTHS_MAX),
    },
    y: valuesOf(axis, axis.from, reader.locale),
    rows: months.map(({ range, last }, at) => ({ at: at + 0.5, range, last })),
    series: [
      { key: 'range', name: 'Lowest to highest', color: paler(color), kind: 'bar', stack: 'range' },
      { key: 'last', name: 'Last', color, kind: 'line', hasDots: true },
    ],
  };
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

/** Evenly spaced labels of the slots from `first` on, counted back from the last. */
function slotLabels(
  count: number,
  first: number,
  textAt: (at: number) => string,
  { wide: wideMax, narrow: narrowMax }: Readonly<Record<keyof typeof LABELS_MAX, number>> = LABELS_MAX,
): TimeTick[] {
  const [wide = 1, narrow = 1] = [wideMax, narrowMax].map((max) =>
    // As far apart as if all slots had labels: few of many would touch.
    Math.max(1, Math.ceil(count / max)),
  );
  const isEvery = (at: number, step: number) => (count - 1 - at) % step === 0;
  return Array.from({ length: count - first }, (_, at) => first + at)
    .filter((at) => isEvery(at, wide) || isEvery(at, narrow))
    .map((at) => ({
      at: at + 0.5,
      text: textAt(at),
      on: !isEvery(at, narrow) ? 'wide' : isEvery(at, wide) ? 'all' : 'narrow',
    }));
}
