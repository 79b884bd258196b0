import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OWN_SILENT_AFTER_MS, silentAfterError } from '@/lib/domain/silences/silence-terms';
import { parseSilentAfter, silentAfterFields } from '@/lib/view/silent-after';

const { min, max } = OWN_SILENT_AFTER_MS;

it('every setting of whole minutes is read back from its fields', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: max / 60_000 }), (minutes) => {
      const { count, unit } = silentAfterFields(minutes * 60_000);
      expect(parseSilentAfter(count, unit)).toBe(minutes * 60_000);
    }),
  );
});

it.each([
  [null, true],
  [min - 1, false],
  [min, true],
  [min + 0.5, false],
  [max, true],
  [max + 1, false],
  [parseSilentAfter(' ', 'min'), true],
  [parseSilentAfter('x', 'min'), false],
  [parseSilentAfter('5', 'weeks'), false],
])('a time of %s ms is allowed: %s', (ms, isAllowed) => {
  expect(silentAfterError(ms) === null).toBe(isAllowed);
});
