import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexAfterKey, nearestIndex } from '@/lib/view/charts/nearest';

it('nearestIndex is a value of which none is nearer', () => {
  const ascending = fc
    .uniqueArray(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1 })
    .map((values) => values.sort((a, b) => a - b));
  fc.assert(
    fc.property(ascending, fc.integer({ min: -2_000, max: 2_000 }), (values, wanted) => {
      const distance = Math.abs((values[nearestIndex(values, wanted)] ?? Number.NaN) - wanted);
      expect(distance).toBe(Math.min(...values.map((value) => Math.abs(value - wanted))));
    }),
  );
  expect(nearestIndex([], 5)).toBe(-1);
});

it.each([
  ['ArrowLeft', 5, 4],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 5, 6],
  ['ArrowRight', 29, 29],
  ['PageUp', 5, 0],
  ['PageDown', 5, 15],
  ['Home', 5, 0],
  ['End', 5, 29],
  ['Enter', 5, null],
])('%s moves the crosshair from %d to %j of 30', (key, index, next) => {
  expect(indexAfterKey(key, index, 30)).toBe(next);
});
