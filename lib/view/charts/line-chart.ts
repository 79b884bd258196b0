import { type ValueAxis, valueAxis } from '../axis-ticks';
import type { CountPoint } from './count-points';
import { gapsOf, type Sampling, segmentsOf, type TimeSpan } from './segments';

/** The drawing area in whole units, which the browser stretches to the width of the page. */
export const PLOT = { width: 1_200, height: 600 } as const;

const VALUE_TICKS_MAX = 4;

/** A point in drawing units; `y` grows downwards, so `yMax` is at most `yMin`. */
export type PlacedPoint = {
  readonly x: number;
  readonly y: number;
  readonly yMin: number;
  readonly yMax: number;
};

export type LineChart = {
  readonly axis: ValueAxis;
  /** Points that a line joins; there is a gap between two segments. */
  readonly segments: readonly (readonly PlacedPoint[])[];
  /** The stretches between segments, and after the last point if the next report is overdue. */
  readonly gaps: readonly { readonly x: number; readonly width: number }[];
};

/** The geometry of one count over time; ignores points outside the span. */
export function lineChart(points: readonly CountPoint[], span: TimeSpan, sampling: Sampling): LineChart {
  const shown = points.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.untilMs);
  const axis = valueAxis(
    shown.reduce((min, point) => Math.min(min, point.min), shown[0]?.min ?? 0),
    shown.reduce((max, point) => Math.max(max, point.max), 0),
    VALUE_TICKS_MAX,
  );
  const x = (atMs: number) => Math.round(timeFraction(atMs, span) * PLOT.width);
  const y = (value: number) => Math.round((1 - valueFraction(value, axis)) * PLOT.height);
  const segments = segmentsOf(shown, sampling);
  const gaps = gapsOf(segments, span.untilMs, sampling);
  return {
    axis,
    segments: segments.map((segment) =>
      segment.map(({ atMs, last, min, max }) => ({ x: x(atMs), y: y(last), yMin: y(min), yMax: y(max) })),
    ),
    gaps: gaps.map(({ fromMs, untilMs }) => ({ x: x(fromMs), width: x(untilMs) - x(fromMs) })),
  };
}

/** The position of a time on its axis: 0 at the left, 1 at the right. */
export const timeFraction = (atMs: number, { fromMs, untilMs }: TimeSpan): number =>
  untilMs > fromMs ? (atMs - fromMs) / (untilMs - fromMs) : 0;

/** The position of a value on its axis: 0 at the bottom, 1 at the top. */
export const valueFraction = (value: number, { from, to }: ValueAxis): number => (value - from) / (to - from);
