import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishNumber, type NumberFormat } from '@/lib/view/english-number';

const FORMATS: readonly NumberFormat[] = [
  {},
  ...[0, 1, 2, 3].map((maximumFractionDigits) => ({ maximumFractionDigits })),
  ...[1, 3].map((maximumSignificantDigits) => ({ maximumSignificantDigits })),
  { signDisplay: 'exceptZero' },
  { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 },
  ...[0, 1, 2].map(
    (maximumFractionDigits): NumberFormat => ({
      style: 'percent',
      maximumFractionDigits,
      roundingMode: 'trunc',
    }),
  ),
];
const COMPACT: readonly NumberFormat[] = [0, 1, 2, 3].map((maximumFractionDigits) => ({
  notation: 'compact',
  maximumFractionDigits,
}));

/** Numbers of pages: of any size, whole or with some decimals, close to a rounding or not. */
const numbers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(6)).map(([units, places]) => units / 10 ** places),
);
/** What compact notation is used for. */
const large = fc
  .oneof(
    fc.integer({ min: 10_000, max: 1e12 - 1 }),
    fc
      .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 11 }))
      .map(([n, p]) => n * 10 ** p),
  )
  .filter((value) => value >= 10_000 && value < 1e12);

describe.each([
  ['numbers', FORMATS, numbers],
  ['compact numbers', COMPACT, large],
] as const)('English %s', (_, formats, values) => {
  it.each(formats)('are those of Intl: %j', (format) => {
    const { format: expected } = new Intl.NumberFormat('en', format);
    fc.assert(
      fc.property(values, (value) => {
        expect(englishNumber(value, format)).toBe(expected(value));
      }),
      { numRuns: 1_000 },
    );
  });
});

it.each([0, -0, -0.001, 0.005, 1.005, 2.5, 999.995, 1e21, 5e-324, Number.MAX_VALUE, 999_950, 0.29, 0.57])(
  'English numbers are those of Intl: %d',
  (value) => {
    for (const format of FORMATS)
      expect(englishNumber(value, format), JSON.stringify(format)).toBe(
        new Intl.NumberFormat('en', format).format(value),
      );
  },
);
