import fc from 'fast-check';
import { expect, it } from 'vitest';
import { servedMs, servedSinceMs } from '@/lib/domain/silences/silence';

it.each([
  ['no stretch', '', 0],
  ['a stretch before', '0-10', 0],
  ['a stretch that ends at the start', '0-100', 0],
  ['a stretch that reaches in', '0-101', 1],
  ['a stretch beyond both ends', '0-999', 100],
  ['a stretch that begins at the end', '200-300', 0],
  ['an outage', '90-130 170-200', 60],
  ['stretches that overlap, the later one first', '120-180 110-130 115-120', 70],
])('of the time from 100 to 200 ms, with %s (%s), %i ms were served', (_, text, served) => {
  const stretches = text.split(' ').map((stretch) => {
    const [fromMs = 0, untilMs = 0] = stretch.split('-').map(Number);
    return { fromMs, untilMs };
  });
  expect(servedMs(stretches, 100, 200)).toBe(served);
});

it('counts each millisecond in which a stretch lasts once', () => {
  const anyTime = fc.integer({ min: 0, max: 40 });
  const anyStretch = fc.record({ fromMs: anyTime, untilMs: anyTime });
  fc.assert(
    fc.property(fc.array(anyStretch, { maxLength: 6 }), anyTime, anyTime, (times, fromMs, nowMs) => {
      const span = Array.from({ length: Math.max(0, nowMs - fromMs) }, (_, i) => fromMs + i);
      const served = span.filter((ms) => times.some((t) => t.fromMs <= ms && ms < t.untilMs));
      expect(servedMs(times, fromMs, nowMs)).toBe(served.length);
    }),
    { numRuns: 1_000 },
  );
});

it('finds the latest moment since which some time was served', () => {
  const anyTime = fc.integer({ min: 0, max: 40 });
  const anyStretch = fc.record({ fromMs: anyTime, untilMs: anyTime });
  fc.assert(
    fc.property(
      fc.array(anyStretch, { maxLength: 6 }),
      anyTime,
      fc.integer({ min: 1, max: 40 }),
      (times, nowMs, ms) => {
        const moments = Array.from({ length: 41 }, (_, at) => at).filter(
          (at) => servedMs(times, at, nowMs) >= ms,
        );
        expect(servedSinceMs(times, ms, nowMs)).toBe(moments.at(-1) ?? null);
      },
    ),
    { numRuns: 1_000 },
  );
});
