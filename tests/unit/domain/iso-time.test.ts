import fc from 'fast-check';
import { expect, it } from 'vitest';
import { INVALID_TIME, isoTime } from '@/lib/domain/text/time';

it('writes any time as Date does', () => {
  const end = 8.64e15;
  const any = fc.oneof(
    fc.integer({ min: -end, max: end }),
    fc.integer({ min: -2e12, max: 4e12 }),
    fc.double({ min: -1e13, max: 1e13, noNaN: true }),
    fc.constantFrom(end, -end, 0, -0, -1, -0.5, 86_399_999, 86_400_000),
  );
  fc.assert(fc.property(any, (atMs) => isoTime(atMs) === new Date(atMs).toISOString()));
  for (const invalid of [Number.NaN, end + 2, -Infinity]) expect(isoTime(invalid)).toBe(INVALID_TIME);
});
