import fc from 'fast-check';
import { expect, it } from 'vitest';
import { periodEntries, STATS_PERIODS } from '@/lib/domain/history/stats-history';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { anyReport, T0 } from '@/tests/support/data/accounts';

/** The date of a period by the calendar of JavaScript. */
const DATE = {
  daily: (date: Date) => date.toISOString().slice(0, 10),
  weekly: (date: Date) => {
    const monday = new Date(date);
    while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1);
    return monday.toISOString().slice(0, 10);
  },
  monthly: (date: Date) => date.toISOString().slice(0, 7),
};

it('each period has the values of its last report, oldest first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), anyReport)), (steps) => {
      let atMs = T0;
      const days = steps.map(([ofDays, report]) => {
        atMs += ofDays * DAY_MS;
        return { ...report, atMs };
      });
      for (const period of STATS_PERIODS) {
        const entries = periodEntries(days, period, (day) => day);
        const dates = days.map((day) => DATE[period](new Date(day.atMs)));
        expect(entries.map(({ date }) => date)).toEqual([...new Set(dates)]);
        for (const { date, servers, users, votes } of entries) {
          const last = days[dates.lastIndexOf(date)];
          expect([servers, users]).toEqual([last?.serverCount, last?.userCount]);
          // The last day of the period: the next one belongs to another.
          expect(DATE[period](new Date(votes * DAY_MS))).toBe(date);
          expect(DATE[period](new Date((votes + 1) * DAY_MS))).not.toBe(date);
        }
      }
    }),
  );
});
