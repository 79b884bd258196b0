import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOnDay, DAY_COUNTS_KEPT, type DayCount, dayOf, dayText, fillDays } from '@/lib/domain/days';
import { DAY_MS } from '@/lib/domain/plan';

const TODAY = 20_489;
const on = (day: number, calls = 1, rejected = 0): DayCount => ({ day, calls, rejected });

describe('days are UTC days', () => {
  it.each([
    ['2026-02-04T23:59:59.999Z', '2026-02-04'],
    ['2026-02-05T00:00:00.000Z', '2026-02-05'],
    ['2026-02-05T00:00:00.001Z', '2026-02-05'],
    ['2024-02-29T12:00:00.000Z', '2024-02-29'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01'],
    ['2038-01-19T03:14:08.000Z', '2038-01-19'],
  ])('%s is on %s', (time, day) => {
    expect(dayText(dayOf(Date.parse(time)))).toBe(day);
  });
});

describe('counting on a day', () => {
  it('adds to the day and to nothing else', () => {
    const days = [on(TODAY - 2, 3, 1), on(TODAY, 5, 2)];
    expect(countOnDay(days, TODAY, 'calls')).toEqual([on(TODAY - 2, 3, 1), on(TODAY, 6, 2)]);
    expect(countOnDay(days, TODAY, 'rejected')).toEqual([on(TODAY - 2, 3, 1), on(TODAY, 5, 3)]);
    expect(countOnDay(days, TODAY - 1, 'calls')).toEqual([
      on(TODAY - 2, 3, 1),
      on(TODAY - 1),
      on(TODAY, 5, 2),
    ]);
    expect(countOnDay([], TODAY, 'rejected')).toEqual([on(TODAY, 0, 1)]);
  });

  it.each([
    [DAY_COUNTS_KEPT - 2, true],
    [DAY_COUNTS_KEPT - 1, true],
    [DAY_COUNTS_KEPT, false],
    [DAY_COUNTS_KEPT + 1, false],
  ])('31 days are kept, today included: one %i days ago is kept: %s', (ago, isKept) => {
    expect(DAY_COUNTS_KEPT).toBe(31);
    const days = countOnDay([on(TODAY - ago)], TODAY, 'calls');
    expect(days.some((d) => d.day === TODAY - ago)).toBe(isKept);
  });

  it('leaves its argument as it was', () => {
    const days = Object.freeze([on(TODAY - 40), on(TODAY - 1)]);
    countOnDay(days, TODAY, 'calls');
    expect(days).toEqual([on(TODAY - 40), on(TODAY - 1)]);
  });

  it('stays ascending, without doubles and bounded, whichever way the days go', () => {
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

  it('with days that only go forward, at most 31 are kept', () => {
    let days: readonly DayCount[] = [];
    for (let day = TODAY; day < TODAY + 100; day++) days = countOnDay(days, day, 'calls');
    expect(days).toHaveLength(31);
    expect(days.at(0)?.day).toBe(TODAY + 69);
  });
});

describe('filling days', () => {
  it('gives every day from the first to the last, zero where nothing was counted', () => {
    expect(fillDays([on(TODAY - 1, 7, 2)], TODAY - 2, TODAY)).toEqual([
      on(TODAY - 2, 0),
      on(TODAY - 1, 7, 2),
      on(TODAY, 0),
    ]);
    expect(fillDays([on(TODAY - 1)], TODAY, TODAY)).toEqual([on(TODAY, 0)]);
    expect(dayOf(TODAY * DAY_MS)).toBe(TODAY);
  });
});
