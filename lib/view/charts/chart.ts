import type { Annotations } from '@/lib/contract/bot-view';
import type { Gap } from '@/lib/domain/history/gaps';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { DAY_MS } from '@/lib/domain/quota/plan';

/** What a chart shows, before it is drawn: by `drawPlot` for the first HTML, then by components/charts/live-plot.tsx. */

/** A value of a row: `null` interrupts its line, a pair is a band or a bar between two values. */
export type Value = number | readonly [low: number, high: number] | null;
export type Row = { readonly at: number; readonly [key: string]: Value };

/** The name, colour and kind of a series: in its legend, its drawing, its tooltip and its table. The first one is on top. */
export type Series = {
  /** The member of the rows. */
  readonly key: string;
  readonly name: string;
  /** A colour of tokens.ts. */
  readonly color: string;
  /** `dots`: a line with a dot at each point. `before`: a dashed line of its own points. `forecast`: a dotted line. */
  readonly kind: 'line' | 'dots' | 'band' | 'before' | 'forecast' | 'bar' | 'hatched';
  /** Bars of another stack are side by side with those of the others, which are on top of each other, the first one below. */
  readonly stack?: string;
};

/** The width and the dashes of lines that are not what was reported. */
export const DASHES = { before: [1.5, '4 4'], forecast: [2, '0 5'] } as const;

export const isBar = ({ kind }: Pick<Series, 'kind'>): boolean => kind === 'bar' || kind === 'hatched';

/** A label below a chart; on narrow ones there are fewer. */
export type TimeTick = { readonly at: number; readonly text: string; readonly on: 'all' | 'wide' | 'narrow' };

export type Stretch = { readonly from: number; readonly until: number };

export type Chart = {
  /** Of all charts of a page only this one has it. */
  readonly id: string;
  readonly x: Stretch & {
    /** The width of the place of a row's bars. */
    readonly place: number;
    readonly ticks: readonly TimeTick[];
  };
  readonly y: {
    readonly from: number;
    readonly to: number;
    /** The value on which bars begin. */
    readonly base: number;
    readonly ticks: readonly { readonly value: number; readonly text: string }[];
    /** Says that the axis does not start at 0; `null` if it does. */
    readonly note: string | null;
  };
  readonly rows: readonly Row[];
  /** The points of a series of the kind `before`. */
  readonly before: readonly Row[];
  readonly series: readonly Series[];
  readonly gaps: readonly Stretch[];
  /** Planned silences. */
  readonly pauses: readonly Stretch[];
  readonly marks: readonly { readonly at: number }[];
  /** A line at a value, from a place of the axis on: with a name it is a limit, else dashed. */
  readonly level: { readonly value: number; readonly from: number; readonly name?: string } | null;
  /** Where the level is met: hatched from there on. */
  readonly beyond: (Stretch & { readonly text: string }) | null;
  /** A dotted line at a time. */
  readonly start: number | null;
  /** The place of bars that are not whole yet: those of today. */
  readonly open: number | null;
};

/** The space around a plot in pixels: a note above, labels of values at the left, those of times below. */
export const MARGIN = { top: 16, right: 0, bottom: 28, left: 48 } as const;
/** The part of its place that a group of bars fills. */
export const GROUP_WIDTH = 0.72;
/** Of bars that are not whole yet. */
export const OPEN_OPACITY = 0.55;
/** One refused call among thousands stays visible. */
export const BAR_MIN_PX = 3;

/** The counts of a report, with the same name and colour everywhere. */
export const MEASURES = [
  { key: 'servers', count: 'serverCount', name: 'Servers', color: 'var(--series-servers)' },
  { key: 'users', count: 'userCount', name: 'Users', color: 'var(--series-users)' },
] as const;
export type Measure = (typeof MEASURES)[number];

/** The data of a chart as a page has it, without scales: small enough for the page's own JavaScript. */
export type ChartInput = HistoryInput | BarsInput | BurnUpInput;

/** A count over time. */
export type HistoryInput = {
  readonly kind: 'history';
  readonly measure: Measure['count'];
  readonly series: readonly Series[];
  /** Oldest first. */
  readonly points: readonly SeriesPoint[];
  /** Of the time before, of the same length. */
  readonly before?: readonly SeriesPoint[] | null;
  readonly gaps?: readonly Gap[];
  readonly annotations?: Annotations | null;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** The series of a count: its last values, the lowest to the highest of all reports, and those of the period before. */
export const historySeries = (
  { name, color }: Pick<Series, 'name' | 'color'>,
  hasBand = false,
  isCompared = false,
): Series[] => [
  { key: 'last', name, color, kind: 'line' },
  ...(hasBand ? [{ key: 'band', name: 'Lowest to highest', color, kind: 'band' } as const] : []),
  ...(isCompared
    ? [{ key: 'before', name: 'Period before', color: 'var(--series-before)', kind: 'before' } as const]
    : []),
];

/** The calls of a cycle, added up. */
export type BurnUpInput = {
  readonly kind: 'burn-up';
  readonly series: readonly Series[];
  /** From the start of the cycle until now. */
  readonly points: readonly { readonly atMs: number; readonly used: number }[];
  readonly limit: number;
  /** Since when that is the limit; `null` for the whole cycle. */
  readonly limitSinceMs: number | null;
  readonly resetAtMs: number;
  /** Where the recent pace leads to: the reset, or the limit before it; `null` without a pace. */
  readonly end: { readonly atMs: number; readonly used: number; readonly isLimit: boolean } | null;
};

/** Bars, one or a group for each row, oldest first. */
export type BarsInput = {
  readonly kind: 'bars';
  readonly rows: readonly BarRow[];
  readonly series: readonly Series[];
  /** On charts of days. */
  readonly annotations?: Annotations | null;
  readonly quota?: DayQuota | null;
};

/** A UTC day or anything else with a name, and its values by the keys of the series. */
export type BarRow = { readonly date?: string; readonly name?: string } & {
  readonly [key: string]: string | Value | undefined;
};

/** What the calls per day of a bot are measured against. */
export type DayQuota = {
  /** The quota's calls per day, if they were spread evenly over the cycle. */
  readonly callsPerDay: number;
  /** Since when it has this plan; `null` if always. */
  readonly planSinceMs: number | null;
  readonly cycleStartMs: number;
};

/** A new bot's first day is a bar among empty days, not a bar as wide as the chart. */
const DAYS_MIN = 14;

/** The places of rows: days at their time, the last at the right end; others by their number. */
export function barPlaces(rows: readonly BarRow[]) {
  const firstMs = Date.parse(rows[0]?.date ?? '');
  const [start, place, count] = Number.isNaN(firstMs)
    ? [0, 1, Math.max(1, rows.length)]
    : [firstMs, DAY_MS, Math.max(DAYS_MIN, rows.length)];
  const until = start + Math.max(1, rows.length) * place;
  const places = rows.map((_, at) => start + (at + 0.5) * place);
  return { from: until - count * place, start, until, place, places };
}

/** The colour of what is less important than a series, or was before it. */
export const paler = (color: string): string => `color-mix(in srgb, ${color} 40%, transparent)`;
