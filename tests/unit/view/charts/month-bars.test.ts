import { expect, it } from 'vitest';
import { PLOT } from '@/lib/view/charts/line-chart';
import { monthBars, monthFraction } from '@/lib/view/charts/month-bars';

const month = (min: number, last: number, max: number) => ({
  month: '2026-01',
  range: [min, max] as const,
  last,
});
const NONE = { month: '2026-02', range: null, last: null };

it('a month without reports separates the lines, and each month stands at its place with its values', () => {
  const months = [month(0, 50, 100), month(20, 20, 20), NONE, month(100, 100, 100)];
  const { axis, segments } = monthBars(months);
  expect(axis).toMatchObject({ from: 0, to: 100 });
  expect(segments).toEqual([
    [
      { x: PLOT.width / 8, y: PLOT.height / 2, yMin: PLOT.height, yMax: 0 },
      { x: (3 * PLOT.width) / 8, y: 0.8 * PLOT.height, yMin: 0.8 * PLOT.height, yMax: 0.8 * PLOT.height },
    ],
    [{ x: (7 * PLOT.width) / 8, y: 0, yMin: 0, yMax: 0 }],
  ]);
  expect(monthFraction(3, 4)).toBe(7 / 8);
});
