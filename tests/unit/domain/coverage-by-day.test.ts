import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverageByDay, coverageFromMs, NOTHING_PLANNED } from '@/lib/domain/history/coverage';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';

const NOW = 20_000 * DAY_MS + 18 * 60 * MINUTE_MS;
const TERMS = { planChangedAtMs: null, formerIntervalMinutes: null };
/** A bot that has sent so many reports in all. */
const free = (reportsTotal: number) => ({ ...TERMS, plan: 'free' as const, reportsTotal });
const FROM = NOW - 90 * DAY_MS;
const by = (
  ...[account, received, fromMs, nowMs]: Parameters<typeof coverageByDay> extends [...infer First, unknown]
    ? First
    : never
) => coverageByDay(account, received, fromMs, nowMs, NOTHING_PLANNED);
const at = (atMs: number, reports = 1) => ({ atMs, firstAtMs: atMs, reports });

it('nothing is expected before the first report', () => {
  expect(by(free(0), [], FROM, NOW)).toEqual({
    all: { expected: 0, received: 0, percentage: null },
    days: [],
  });
  const { all, days } = by(free(1), [at(NOW - 60 * MINUTE_MS)], FROM, NOW);
  expect(all).toEqual({ expected: 2, received: 1, percentage: 50 });
  expect(days).toHaveLength(1);
});

it('half of the reports of a day is half, truncated to two decimals; more than all is 100', () => {
  const dayMs = NOW - (NOW % DAY_MS) - DAY_MS;
  const of = (reports: number) =>
    by(free(reports), [at(dayMs), at(dayMs + DAY_MS - 1, reports - 1)], FROM, NOW).days[0];
  expect(of(24)).toMatchObject({ expected: 48, received: 24, percentage: 50 });
  expect(of(47)).toMatchObject({ percentage: 97.91 });
  expect(of(49)).toMatchObject({ percentage: 100 });
});

it('a bot that was silent for most of the time, and has reported before it, has the silence in its figure', () => {
  const dayMs = NOW - (NOW % DAY_MS) - DAY_MS;
  const fromMs = dayMs - 88 * DAY_MS;
  const { all, days } = by(free(500), [at(dayMs, 48)], fromMs, dayMs + DAY_MS - 1);
  expect(all).toMatchObject({ received: 48, percentage: 1.12 });
  expect(days).toHaveLength(89);
  expect(days[0]).toMatchObject({ received: 0, percentage: 0 });
  expect(by(free(500), [], fromMs, NOW).all.percentage).toBe(0);
});

it('each time has the interval of the plan then in force', () => {
  const changedMs = NOW - 60 * MINUTE_MS;
  const account = {
    plan: 'business',
    planChangedAtMs: changedMs,
    formerIntervalMinutes: 30,
    reportsTotal: 1,
  } as const;
  // 4 intervals of 30 minutes, then 60 of one.
  expect(by(account, [at(changedMs - 120 * MINUTE_MS)], FROM, NOW).all.expected).toBe(64);
});

it('the days are without a hole, and their received reports are those of all', () => {
  const report = fc.integer({ min: coverageFromMs({ plan: 'premium' }, NOW), max: NOW });
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 200 }), (moments) => {
      const sorted = moments.sort((a, b) => a - b);
      const { all, days } = by(
        { ...TERMS, plan: 'premium', reportsTotal: moments.length },
        sorted.map((ms) => at(ms)),
        FROM,
        NOW,
      );
      expect(days.reduce((sum, { received }) => sum + received, 0)).toBe(moments.length);
      expect(all.received).toBe(moments.length);
      expect(days.length).toBe(Math.floor(NOW / DAY_MS) - Math.floor((sorted[0] ?? 0) / DAY_MS) + 1);
      expect(days.length).toBeLessThanOrEqual(90);
      for (const { percentage } of days) expect(percentage ?? 0).toBeLessThanOrEqual(100);
    }),
  );
});
