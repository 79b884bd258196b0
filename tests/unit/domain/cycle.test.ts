import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CYCLE_MS, cycleEndMs, cycleIndexAt, cycleStartMs } from '@/lib/domain/quota/days';
import { anyMoment } from '@/tests/support/data/accounts';

it('cycles are half-open intervals of 30 × 24 hours that start at the registration (contract rule 5)', () => {
  expect(CYCLE_MS).toBe(30 * 24 * 60 * 60 * 1_000);
  const anyIndex = fc.integer({ min: -100, max: 100 });
  const anyOffsetMs = fc.oneof(
    fc.constantFrom(0, 1, CYCLE_MS - 1),
    fc.integer({ min: 0, max: CYCLE_MS - 1 }),
  );
  fc.assert(
    fc.property(anyMoment, anyIndex, anyOffsetMs, (registeredAtMs, index, offsetMs) => {
      const startMs = registeredAtMs + index * CYCLE_MS;
      expect(cycleStartMs(registeredAtMs, index)).toBe(startMs);
      expect(cycleEndMs(registeredAtMs, index)).toBe(startMs + CYCLE_MS);
      expect(cycleIndexAt(registeredAtMs, startMs + offsetMs)).toBe(index);
    }),
    { numRuns: 500 },
  );
});
