import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCount } from '@/lib/view/number-input';
import { numberText } from '@/lib/view/numbers';

it('every whole number is read back as pages print it, and as digits alone', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (n) => {
      expect(parseCount(numberText(n))).toBe(n);
      expect(parseCount(` ${n} `)).toBe(n);
    }),
  );
});

it.each([
  ['1,234', 1_234],
  ['1.234', null],
  ['1 234 567', 1_234_567],
  ['12,34,567', 1_234_567],
  ['1’234', 1_234],
  ['１２３', 123],
  ['1,234 567', null],
  ['1,23', null],
  ['12,3456', null],
  ['1,,234', null],
  ['-5', null],
  ['4.0', null],
  ['1e3', null],
  ['', null],
  ['many', null],
])('%j is %s', (text, count) => {
  expect(parseCount(text)).toBe(count);
});
