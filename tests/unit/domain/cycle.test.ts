import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS, cycleEndMs, cycleIndexAt, cycleStartMs } from '@/lib/domain/cycle';
import { anyMoment, T0 } from '@/tests/support/data/accounts';

describe('cycles (contract rule 5)', () => {
  it('last exactly 30 × 24 hours', () => {
    expect(CYCLE_MS).toBe(30 * 24 * 60 * 60 * 1_000);
  });

  it.each([
    [-1, -1],
    [0, 0],
    [1, 0],
    [CYCLE_MS - 1, 0],
    [CYCLE_MS, 1],
    [CYCLE_MS + 1, 1],
    [2 * CYCLE_MS - 1, 1],
    [2 * CYCLE_MS, 2],
    [-CYCLE_MS, -1],
    [-CYCLE_MS - 1, -2],
  ])('%i ms after registration lies in cycle %i', (sinceMs, index) => {
    expect(cycleIndexAt(T0, T0 + sinceMs)).toBe(index);
  });

  it('are half-open, without gap or overlap: every moment lies in exactly the one found for it', () => {
    fc.assert(
      fc.property(anyMoment, anyMoment, (registeredAtMs, nowMs) => {
        const index = cycleIndexAt(registeredAtMs, nowMs);
        expect(cycleStartMs(registeredAtMs, index)).toBeLessThanOrEqual(nowMs);
        expect(cycleEndMs(registeredAtMs, index)).toBeGreaterThan(nowMs);
        expect(cycleEndMs(registeredAtMs, index)).toBe(cycleStartMs(registeredAtMs, index + 1));
        expect(cycleEndMs(registeredAtMs, index) - cycleStartMs(registeredAtMs, index)).toBe(CYCLE_MS);
      }),
    );
  });

  it('the first starts at the registration itself', () => {
    expect(cycleStartMs(T0, 0)).toBe(T0);
  });
});
