import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeBars } from '@/lib/view/charts/change-bars';

const HEIGHT_PX = 140;
const anyChange = fc.option(fc.integer({ min: -2_000_000, max: 2_000_000 }));
const anyBars = fc.array(fc.record({ name: fc.constant('a day'), value: anyChange, before: anyChange }), {
  minLength: 1,
  maxLength: 7,
});

it('any changes are bars inside the plot, from zero up or down, one beside the other and never invisible', () => {
  fc.assert(
    fc.property(anyBars, (bars) => {
      const { axis, groups } = changeBars(bars, HEIGHT_PX);
      const zeroPx = Math.round((axis.to / (axis.to - axis.from)) * HEIGHT_PX);
      let right = 0;
      groups.forEach(({ middle, value, before }, at) => {
        expect(value !== null).toBe(bars[at]?.value !== null && bars[at]?.value !== 0);
        expect(before !== null).toBe(bars[at]?.before !== null && bars[at]?.before !== 0);
        expect(Math.floor(middle * bars.length)).toBe(at);
        for (const [bar, change] of [
          [before, bars[at]?.before ?? 0],
          [value, bars[at]?.value ?? 0],
        ] as const) {
          if (bar === null) continue;
          expect(bar.left).toBeGreaterThanOrEqual(right - 1e-9);
          right = bar.left + bar.width;
          expect(bar.height).toBeGreaterThanOrEqual(1);
          expect(change > 0 ? bar.top + bar.height : bar.top).toBe(zeroPx);
          expect(bar.top).toBeGreaterThanOrEqual(-1);
          expect(bar.top + bar.height).toBeLessThanOrEqual(HEIGHT_PX + 1);
        }
      });
      expect(right).toBeLessThanOrEqual(1);
    }),
  );
});

it('twice the change is twice the bar', () => {
  const [one, two] = changeBars(
    [
      { name: 'a', value: 500, before: null },
      { name: 'b', value: -1_000, before: null },
    ],
    HEIGHT_PX,
  ).groups;
  expect((two?.value?.height ?? 0) / (one?.value?.height ?? 0)).toBeCloseTo(2, 1);
});
