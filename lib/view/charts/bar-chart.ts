import { DAY_MS } from '@/lib/domain/plan';
import { type ValueAxis, valueAxis } from '../axis-ticks';
import type { DayBars } from '../day-bars';
import { valueFraction } from './line-chart';

/** A new bot's first day is a bar among empty days, not a bar as wide as the chart. */
const DAYS_MIN = 14;

const VALUE_TICKS_MAX = 4;

/** The part of a day's width that its bar fills. */
const BAR_WIDTH = 0.72;

/** One refused call among thousands stays visible. */
const REFUSED_MIN_PX = 3;

/** Vertical lengths in pixels from the top of the plot, horizontal ones as fractions of its width. */
export type PlacedBar = {
  readonly date: string;
  readonly left: number;
  readonly middle: number;
  readonly width: number;
  readonly served: { readonly top: number; readonly height: number };
  readonly refused: { readonly top: number; readonly height: number };
};

/** What the calls per day are measured against. */
export type DayQuota = {
  /** The quota's calls per day, if they were spread evenly over the cycle. */
  readonly callsPerDay: number;
  readonly cycleStartMs: number;
};

export type BarChart = {
  readonly axis: ValueAxis;
  readonly bars: readonly PlacedBar[];
  /** The quota's calls per day, in pixels from the top. */
  readonly quotaTop: number;
  /** The start of the cycle as a fraction of the width; `null` outside the shown days. */
  readonly cycleStart: number | null;
};

/** The geometry of the calls per day: the last day at the right end, refused calls on top of served ones. */
export function barChart({ bars, max }: DayBars, heightPx: number, quota: DayQuota): BarChart {
  const axis = valueAxis(0, Math.max(max, Math.ceil(quota.callsPerDay)), VALUE_TICKS_MAX);
  const count = Math.max(DAYS_MIN, bars.length);
  const lengthOf = (calls: number) => valueFraction(calls, axis) * heightPx;
  const firstMs = Date.parse(bars[0]?.date ?? '');
  const cycleDay = (quota.cycleStartMs - firstMs) / DAY_MS;
  const isShown = cycleDay >= 0 && cycleDay <= bars.length;
  return {
    axis,
    quotaTop: heightPx - lengthOf(quota.callsPerDay),
    cycleStart: isShown ? (count - bars.length + cycleDay) / count : null,
    bars: bars.map(({ date, rejected, total }, at) => {
      const middle = (count - bars.length + at + 0.5) / count;
      const refusedPx = rejected === 0 ? 0 : Math.max(REFUSED_MIN_PX, lengthOf(rejected));
      // Never above the plot, not even by a rounding error.
      const top = Math.max(0, heightPx - Math.max(refusedPx, lengthOf(total)));
      const servedPx = Math.max(0, heightPx - top - refusedPx);
      return {
        date,
        left: middle - BAR_WIDTH / count / 2,
        middle,
        width: BAR_WIDTH / count,
        served: { top: top + refusedPx, height: servedPx },
        refused: { top, height: refusedPx },
      };
    }),
  };
}

/** The bars of the served calls as one SVG path, horizontally in 10 000ths of the width. */
export const servedPath = (bars: readonly PlacedBar[]): string =>
  bars
    .filter(({ served }) => served.height > 0)
    .map(({ left, width, served }) => {
      const [x, wide] = [left, width].map((fraction) => Math.round(fraction * 10_000));
      const [top, height] = [served.top, served.height].map((px) => Math.round(px * 100) / 100);
      return `M${x} ${top}h${wide}v${height}h-${wide}z`;
    })
    .join('');
