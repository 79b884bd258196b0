import type { Bar } from '../analytics';
import { changeAxis, type ValueAxis } from '../axis-ticks';
import { valueFraction } from './line-chart';

const VALUE_TICKS_MAX = 4;

/** The part of its place that a group of bars fills. */
const GROUP_WIDTH = 0.6;

/** A change of one among thousands stays visible. */
const HEIGHT_MIN_PX = 1;

/** Vertical lengths in pixels from the top of the plot, horizontal ones as fractions of its width. */
export type PlacedChange = {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
};

export type ChangeBars = {
  readonly axis: ValueAxis;
  readonly groups: readonly {
    readonly name: string;
    readonly middle: number;
    readonly value: PlacedChange | null;
    readonly before: PlacedChange | null;
  }[];
};

/** The geometry of changes as bars from zero up or down, on the right of those of the period before if there are any. */
export function changeBars(bars: readonly Bar[], heightPx: number): ChangeBars {
  const changes = bars.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const axis = changeAxis(Math.min(0, ...changes), Math.max(0, ...changes), VALUE_TICKS_MAX);
  const yOf = (change: number) => Math.round((1 - valueFraction(change, axis)) * heightPx);
  const inGroup = bars.some(({ before }) => before !== null) ? 2 : 1;
  const width = GROUP_WIDTH / bars.length / inGroup;
  const placed = (change: number | null, left: number): PlacedChange | null => {
    if (change === null || change === 0) return null;
    const height = Math.max(HEIGHT_MIN_PX, Math.abs(yOf(change) - yOf(0)));
    return { left, width, top: change > 0 ? yOf(0) - height : yOf(0), height };
  };
  const groups = bars.map(({ name, value, before }, at) => {
    const middle = (at + 0.5) / bars.length;
    const left = middle - (width * inGroup) / 2;
    return { name, middle, value: placed(value, left + width * (inGroup - 1)), before: placed(before, left) };
  });
  return { axis, groups };
}
