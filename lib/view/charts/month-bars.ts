import type { MonthPoint } from '../analytics';
import { type ValueAxis, valueAxis } from '../axis-ticks';
import { PLOT, type PlacedPoint, valueFraction } from './line-chart';

const VALUE_TICKS_MAX = 4;

export type MonthBars = {
  readonly axis: ValueAxis;
  /** In drawing units; those that follow each other without a month between them are one segment. */
  readonly segments: readonly (readonly PlacedPoint[])[];
};

/** The place of a month on its axis: 0 at the left, 1 at the right. */
export const monthFraction = (at: number, months: number): number => (at + 0.5) / months;

/** The geometry of months: their lowest, highest and last values. */
export function monthBars(months: readonly MonthPoint[]): MonthBars {
  const extents = months.flatMap(({ range }) => range ?? []);
  const axis = valueAxis(Math.min(...extents), Math.max(...extents), VALUE_TICKS_MAX);
  const y = (value: number) => Math.round((1 - valueFraction(value, axis)) * PLOT.height);
  const segments: PlacedPoint[][] = [];
  let hasBefore = false;
  months.forEach(({ range, last }, at) => {
    if (range !== null && last !== null) {
      if (!hasBefore) segments.push([]);
      const x = Math.round(monthFraction(at, months.length) * PLOT.width);
      segments.at(-1)?.push({ x, y: y(last), yMin: y(range[0]), yMax: y(range[1]) });
    }
    hasBefore = range !== null;
  });
  return { axis, segments };
}
