import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSince, hundredths, isFromBegin, type ReportAt } from '@/lib/domain/history/change';
import { coverageOf, coveredAfterMs, NOTHING_PLANNED } from '@/lib/domain/history/coverage';
import { mergePoints, pointOf, type Summary } from '@/lib/domain/history/summary';
import { highestOf, monthStarts, monthsOf, trendsOf, WEEKDAYS } from '@/lib/domain/history/trends';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { TimedReport } from '@/lib/domain/reports/report';
import { anyReport, intervalMs, T0 } from '@/tests/support/data/accounts';

/** Each function against a slow one that reads all reports. */

const MIDNIGHT = Math.floor(T0 / DAY_MS) * DAY_MS;
/** Reports before T0 at times of their own, some exactly at midnight, oldest first. */
const anyReports = fc
  .uniqueArray(
    fc.oneof(
      fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => T0 - minutes * MINUTE_MS),
      fc.integer({ min: 0, max: 40 }).map((days) => MIDNIGHT - days * DAY_MS),
      fc.integer({ min: 0, max: 40 }).map((days) => MIDNIGHT - days * DAY_MS - 90 * MINUTE_MS),
    ),
    { minLength: 0, maxLength: 150 },
  )
  .chain((times) =>
    fc.tuple(
      ...times.toSorted((a, b) => a - b).map((atMs) => anyReport.map((report) => ({ ...report, atMs }))),
    ),
  );
const daysOf = (reports: readonly TimedReport[]): Summary[] => {
  const days = [...new Set(reports.map(({ atMs }) => Math.floor(atMs / DAY_MS)))];
  return days.map((day) =>
    reports
      .filter(({ atMs }) => Math.floor(atMs / DAY_MS) === day)
      .map(pointOf)
      .reduce(mergePoints),
  );
};

/** The counts of a bot by the days since their report, `later` than the moment that is asked for. */
const reportsOf =
  (values: Readonly<Record<number, number>>, laterMs = 0): ReportAt =>
  (atMs) => {
    const serverCount = values[(T0 - atMs) / DAY_MS];
    return serverCount === undefined ? null : { serverCount, userCount: 1, atMs: atMs + laterMs };
  };

it('nothing is known of a period that ended before the oldest report that is kept', () => {
  const period = { fromMs: T0 - 2 * DAY_MS, untilMs: T0 - DAY_MS };
  expect([0, 1].map((ms) => changeSince('serverCount', reportsOf({ 1: 3, 2: 3 }, ms), period))).toEqual([
    { value: 3, by: 0, percent: 0, sinceMs: period.fromMs },
    null,
  ]);
});

it('a change counts from the begin of its period if it does so within an hour', () => {
  const sinceBegin = [-HOUR_MS - 1, -HOUR_MS, HOUR_MS, HOUR_MS + 1];
  expect(sinceBegin.map((ms) => isFromBegin({ sinceMs: T0 + ms }, T0))).toEqual([false, true, true, false]);
});

it('percentages are rounded to 2 decimals, halves away from zero', () => {
  const rounded = {
    '1/3': 0.33,
    '2/3': 0.67,
    '-1/3': -0.33,
    '1/200': 0.01,
    '-1/200': -0.01,
    '-1/201': 0,
    '0/5': 0,
    '1e12/7': 142857142857.14,
  };
  for (const [quotient, expected] of Object.entries(rounded)) {
    const [a = 0, b = 1] = quotient.split('/').map(Number);
    expect([quotient, hundredths(a, b)]).toEqual([quotient, expected]);
  }
});

describe('coverage', () => {
  const account = {
    plan: 'premium' as const,
    planChangedAtMs: null as number | null,
    formerIntervalMinutes: 30,
    reportsTotal: 9_999,
  };
  /** That of the API, of reports in one stretch. */
  const ofApi = (over: Partial<typeof account>, reports: number, firstAtMs: number | null) => {
    const of = { ...account, ...over };
    const received = firstAtMs === null ? [] : [{ reports, firstAtMs }];
    return coverageOf(of, received, coveredAfterMs(of, T0), T0, NOTHING_PLANNED);
  };
  const interval = intervalMs('premium');
  it.each([
    [{}, 2_016, 7 * DAY_MS, { expected: 2_016, received: 2_016, percentage: 100 }],
    [{}, 2_015, 7 * DAY_MS, { expected: 2_016, received: 2_015, percentage: 99.95 }],
    [{}, 1, 1, { expected: 2_016, received: 1, percentage: 0.04 }],
    [{}, 0, null, { expected: 2_016, received: 0, percentage: 0 }],
    [{ planChangedAtMs: T0 - HOUR_MS }, 0, null, { expected: 12, received: 0, percentage: 0 }],
    [{ planChangedAtMs: T0 + HOUR_MS }, 0, null, { expected: 0, received: 0, percentage: null }],
    [{ reportsTotal: 13 }, 13, HOUR_MS, { expected: 12, received: 13, percentage: 100 }],
    [{ reportsTotal: 6 }, 6, HOUR_MS, { expected: 12, received: 6, percentage: 50 }],
    [{ reportsTotal: 1 }, 1, interval - 1, { expected: 0, received: 1, percentage: null }],
    [{ reportsTotal: 0 }, 0, null, { expected: 0, received: 0, percentage: null }],
  ])('with %j and %i reports since %s ms ago is %j', (over, reports, ageMs, coverage) => {
    const firstAtMs = ageMs === null ? null : T0 - ageMs;
    expect(ofApi(over, reports, firstAtMs)).toEqual(coverage);
    expect(coveredAfterMs({ ...account, ...over }, T0)).toBeLessThanOrEqual(T0);
  });

  it('leaves out the time before the first report, and no other', () => {
    const anyAge = fc.integer({ min: 0, max: 20 * DAY_MS });
    const anyAges = fc.uniqueArray(anyAge, { maxLength: 50 });
    fc.assert(
      fc.property(anyAges, fc.option(anyAge), (ages, planAge) => {
        const times = ages.map((age) => T0 - age);
        const planChangedAtMs = planAge === null ? null : T0 - planAge;
        const startMs = Math.max(T0 - 7 * DAY_MS, planChangedAtMs ?? 0);
        const covered = times.filter((atMs) => atMs > startMs);
        const found = ofApi(
          { planChangedAtMs, reportsTotal: times.length },
          covered.length,
          covered.length === 0 ? null : Math.min(...covered),
        );
        const fromMs = times.length === 0 ? T0 : Math.max(startMs, Math.min(...times));
        expect(found).toMatchObject({
          expected: Math.floor((T0 - fromMs) / interval),
          received: covered.length,
        });
      }),
    );
  });
});

it('trends have the mean change from midnight to midnight of each weekday over 28 days', () => {
  fc.assert(
    fc.property(anyReports, (reports) => {
      const start = MIDNIGHT - 28 * DAY_MS;
      const lastAt = (moment: number) => reports.findLast(({ atMs }) => atMs <= moment);
      const trends = trendsOf(daysOf(reports), (atMs) => lastAt(atMs) ?? reports[0] ?? null, T0);
      const isLongEnough = lastAt(start) !== undefined;
      expect(trends === null).toBe(!isLongEnough);
      if (!isLongEnough) return;
      const at = (moment: number) => lastAt(moment)?.serverCount ?? 0;
      const means = WEEKDAYS.map((_, weekday) => {
        let sum = 0;
        for (let day = start; day < MIDNIGHT; day += DAY_MS)
          if ((new Date(day).getUTCDay() + 6) % 7 === weekday) sum += at(day + DAY_MS) - at(day);
        return sum / 4;
      });
      for (const [i, mean] of means.entries()) expect(trends?.weekdays[i]).toBeCloseTo(mean, 1);
      const growing = (trends?.weekdays ?? []).filter((mean) => mean > 0);
      const peaks = WEEKDAYS.filter(
        (_, i) => growing.length > 0 && trends?.weekdays[i] === Math.max(...growing),
      );
      expect(trends?.peakDays).toEqual(peaks);
    }),
  );
});

it('months are the last 12 of the calendar, each with the extent of all its reports', () => {
  const starts = monthStarts(Date.UTC(2024, 1, 29)).map((ms) => new Date(ms).toISOString().slice(0, 10));
  expect([starts.length, starts[0], starts[10], starts[11]]).toEqual([
    12,
    '2023-03-01',
    '2024-01-01',
    '2024-02-01',
  ]);
  fc.assert(
    fc.property(anyReports, (reports) => {
      const months = monthsOf(daysOf(reports), T0);
      expect(months.map(({ month }) => month)).toEqual(
        monthStarts(T0).map((ms) => new Date(ms).toISOString().slice(0, 7)),
      );
      for (const { month, users } of months) {
        const of = reports
          .filter(({ atMs }) => new Date(atMs).toISOString().startsWith(month))
          .map((r) => r.userCount);
        const extent = { first: of[0], last: of.at(-1), min: Math.min(...of), max: Math.max(...of) };
        expect(users).toEqual(of.length === 0 ? null : extent);
      }
      const highest = Math.max(...reports.map((report) => report.serverCount));
      const first = reports.find((report) => report.serverCount === highest);
      expect(highestOf(reports.map(pointOf), 'serverCount')?.atMs).toBe(first?.atMs);
    }),
  );
});
