import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOnDay, DAY_COUNTS_KEPT, type DayCount, dayOf, fillDays } from '@/lib/domain/quota/days';
import { dayText } from '@/lib/domain/text/time';

const TODAY = 20_489;
const on = (day: number, calls = 1, rejected = 0): DayCount => ({ day, calls, rejected });

it.each([
  ['2026-02-04T23:59:59.999Z', '2026-02-04'],
  ['2026-02-05T00:00:00.000Z', '2026-02-05'],
  ['2026-02-05T00:00:00.001Z', '2026-02-05'],
  ['2024-02-29T12:00:00.000Z', '2024-02-29'],
  ['1970-01-01T00:00:00.000Z', '1970-01-01'],
  ['2038-01-19T03:14:08.000Z', '2038-01-19'],
])('days are UTC days: %s is on %s', (time, day) => {
  expect(dayText(dayOf(Date.parse(time)))).toBe(day);
});

it('a call is counted on its day only, and its argument is unchanged', () => {
  const [before, today] = [on(TODAY - 2, 3, 1), on(TODAY, 5, 2)];
  const days = Object.freeze([before, today]);
  expect(countOnDay(days, TODAY, 'calls')).toEqual([before, on(TODAY, 6, 2)]);
  expect(countOnDay(days, TODAY, 'rejected')).toEqual([before, on(TODAY, 5, 3)]);
  expect(countOnDay(days, TODAY - 1, 'calls')).toEqual([before, on(TODAY - 1), today]);
  expect(countOnDay([], TODAY, 'rejected')).toEqual([on(TODAY, 0, 1)]);
  expect(days).toEqual([on(TODAY - 2, 3, 1), on(TODAY, 5, 2)]);
});

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
