import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOnDay, DAY_COUNTS_KEPT, type DayCount, fillDays } from '@/lib/domain/quota/days';

const TODAY = 20_489;
const on = (day: number, calls = 1, rejected = 0): DayCount => ({ day, calls, rejected });

it('31 days are kept, today included', () => {
  expect(DAY_COUNTS_KEPT).toBe(31);
  const keptAfter = (daysAgo: number) => countOnDay([on(TODAY - daysAgo)], TODAY, 'calls').length === 2;
  expect([29, 30, 31, 32].map(keptAfter)).toEqual([true, true, false, false]);
  let days: readonly DayCount[] = [];
  for (let day = TODAY; day < TODAY + 100; day++) days = countOnDay(days, day, 'calls');
  expect(days).toHaveLength(31);
  expect(days.at(0)?.day).toBe(TODAY + 69);
});

it('days stay ascending, unique and bounded in any order of calls', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -80, max: 80 }), { maxLength: 200 }), (offsets) => {
      let days: readonly DayCount[] = [];
      for (const offset of offsets) {
        const before = days.find((d) => d.day === TODAY + offset)?.calls ?? 0;
        days = countOnDay(days, TODAY + offset, 'calls');
        expect(days.find((d) => d.day === TODAY + offset)?.calls).toBe(before + 1);
        expect(days.every((d, i) => i === 0 || (days[i - 1]?.day ?? d.day) < d.day)).toBe(true);
        expect(days.length).toBeLessThanOrEqual(2 * DAY_COUNTS_KEPT);
      }
    }),
  );
});

it('fillDays returns every day from the first to the last, with zeros where nothing was counted', () => {
  const filled = [on(TODAY - 2, 0), on(TODAY - 1, 7, 2), on(TODAY, 0)];
  expect(fillDays([on(TODAY - 1, 7, 2)], TODAY - 2, TODAY)).toEqual(filled);
  expect(fillDays([on(TODAY - 1)], TODAY, TODAY)).toEqual([on(TODAY, 0)]);
});
