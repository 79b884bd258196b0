import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callsOfDays } from '@/lib/domain/quota/breakdown';
import { COUNTED_OPERATIONS, type Tally } from '@/lib/domain/quota/usage-part';
import { dayText } from '@/lib/domain/text/time';

const part = (day: number, operations: Tally) => ({
  startedAtMs: 0,
  day,
  cycle: 0,
  operations,
  keys: [],
});

it('has the reports, reads and reads of the history of each day, and leaves the rest to others', () => {
  const at = (name: (typeof COUNTED_OPERATIONS)[number]) => COUNTED_OPERATIONS.indexOf(name);
  const parts = [
    part(20_000, [
      [at('report'), 40],
      [at('usage'), 3],
      [at('votes'), 9],
    ]),
    // Of the next cycle, on the same day.
    part(20_000, [
      [at('report_form'), 2],
      [at('stats_history'), 5],
    ]),
    part(20_002, [[at('history'), 1]]),
  ];
  const dates = [20_000, 20_001, 20_002].map(dayText);
  expect(callsOfDays(parts, dates)).toEqual([
    [42, 3, 5],
    [0, 0, 0],
    [0, 0, 1],
  ]);
});

it('never has more calls than the parts of the day', () => {
  const tally = fc.array(fc.tuple(fc.nat(COUNTED_OPERATIONS.length - 1), fc.nat(1_000)), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(tally), (tallies) => {
      const all = tallies.flat().reduce((sum, [, calls]) => sum + calls, 0);
      const [counts = []] = callsOfDays(
        tallies.map((each) => part(20_000, each)),
        [dayText(20_000)],
      );
      expect(counts.reduce((sum, calls) => sum + calls, 0)).toBeLessThanOrEqual(all);
    }),
  );
});
