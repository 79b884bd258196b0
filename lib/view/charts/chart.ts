import type { Annotations, ChartMark } from '@/lib/contract/bot-view';
import type { VoteDay } from '@/lib/contract/votes-view';
import type { Gap } from '@/lib/domain/history/gaps';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import type { Pause } from '@/lib/domain/silences/pause';
import type { MonthPoint } from '../analytics';
import type { Day } from '../day-bars';
import type { SplitChart } from '../usage-split';

/** What a chart shows, before it is drawn: by `drawPlot` for the first HTML, then by components/charts/live-plot.tsx. */

/** A value of a row: `null` interrupts its line, a pair is a band or a bar between two values. */
export type Value = number | readonly [low: number, high: number] | null;
export type Row = { readonly at: number; readonly [key: string]: Value };

export type Series = {
  /** The member of the rows. */
  readonly key: string;
  readonly name: string;
  /** A colour of tokens.ts. */
  readonly color: string;
  readonly kind: 'line' | 'band' | 'bar';
  /** Whether each point of a line is a dot too. */
  readonly hasDots?: boolean;
  readonly isHatched?: boolean;
  /** Bars with the same stack are on top of each other, others are side by side. */
  readonly stack?: string;
};

/** A label below a chart; on narrow ones there are fewer. */
export type TimeTick = { readonly at: number; readonly text: string; readonly on: 'all' | 'wide' | 'narrow' };

export type Chart = {
  readonly x: { readonly from: number; readonly until: number; readonly ticks: readonly TimeTick[] };
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
  readonly series: readonly Series[];
  /** Another line of its own points, e.g. of the period before. */
  readonly previous: readonly Row[];
  readonly gaps: readonly { readonly from: number; readonly until: number }[];
  /** Planned silences. */
  readonly pauses: readonly { readonly from: number; readonly until: number }[];
  readonly marks: readonly { readonly at: number }[];
  /** A dashed line at a value, from a place of the axis on. */
  readonly level: { readonly value: number; readonly from: number } | null;
  /** A dotted line at a time. */
  readonly start: number | null;
};

/** The space around a plot in pixels: a note above, labels of values at the left, those of times below. */
export const MARGIN = { top: 16, right: 16, bottom: 28, left: 48 } as const;
/** Without labels of times, above another plot with the same axis. */
export const BOTTOM_WITHOUT_LABELS = 4;
/** The part of its place that a group of bars fills. */
export const GROUP_WIDTH = 0.72;
/** One refused call among thousands stays visible. */
export const BAR_MIN_PX = 3;

export type Measure = 'serverCount' | 'userCount';

/** The data of a chart as a page has it, without scales: small enough for the page's own JavaScript. */
export type ChartInput =
  | {
      readonly kind: 'history';
      readonly measure: Measure;
      readonly name: string;
      readonly color: string;
      /** Oldest first. */
      readonly points: readonly SeriesPoint[];
      readonly previous: readonly SeriesPoint[] | null;
      readonly gaps: readonly Gap[];
      readonly marks: readonly ChartMark[];
      readonly pauses?: readonly Pause[];
      readonly fromMs: number;
      readonly untilMs: number;
      /** Whether times are labelled. */
      readonly isLast: boolean;
    }
  | ({ readonly kind: 'split'; readonly annotations?: Annotations | null } & SplitChart)
  | { readonly kind: 'votes'; readonly days: readonly VoteDay[]; readonly annotations?: Annotations | null }
  | {
      readonly kind: 'calls';
      readonly days: readonly Day[];
      readonly quota: DayQuota | null;
      readonly annotations?: Annotations | null;
    }
  | {
      readonly kind: 'changes';
      readonly bars: readonly ChangeBar[];
      readonly name: string;
      readonly color: string;
      readonly beforeName: string | null;
    }
  | { readonly kind: 'months'; readonly months: readonly MonthPoint[]; readonly color: string };

type ChangeBar = { readonly name: string; readonly value: number | null; readonly before: number | null };

/** What the calls per day of a bot are measured against. */
export type DayQuota = {
  /** The quota's calls per day, if they were spread evenly over the cycle. */
  readonly callsPerDay: number;
  /** Since when it has this plan; `null` if always. */
  readonly planSinceMs: number | null;
  readonly cycleStartMs: number;
};

/** The colour of what is less important than a series, or was before it. */
export const paler = (color: string): string => `color-mix(in srgb, ${color} 40%, transparent)`;
