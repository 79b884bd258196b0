import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterPlanChange,
  keptFromMs,
  parseRange,
  RANGES,
  type Retention,
  seriesWindow,
} from '@/lib/domain/history';
import { DAY_MS, HOUR_MS, PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/plan';
import { anyPlan, T0 } from '@/tests/support/data/accounts';

const onPlan = (plan: PlanName): Retention => ({
  plan,
  planChangedAtMs: null,
  formerHistoryDays: PLANS[plan].historyDays,
});
/** The first moment that a plan shows at `nowMs`: where its longest range starts. */
const shownFromMs = (plan: PlanName, nowMs: number) => seriesWindow('all', plan, nowMs).fromMs;
const keptDays = (retention: Retention, nowMs: number) => (nowMs - keptFromMs(retention, nowMs)) / DAY_MS;
const WEEK_MS = 7 * DAY_MS;

describe('how far back a bot’s history goes (contract section 1)', () => {
  it.each([
    ['free', 7],
    ['premium', 90],
    ['business', 365],
  ] as const)('%s shows and keeps %i days', (plan, days) => {
    expect(shownFromMs(plan, T0)).toBe(T0 - days * DAY_MS);
    expect(keptFromMs(onPlan(plan), T0)).toBe(T0 - days * DAY_MS);
  });

  it('after a downgrade the rest is hidden at once and kept for exactly 7 more days', () => {
    const after = afterPlanChange(onPlan('business'), 'free', T0);
    expect(shownFromMs(after.plan, T0)).toBe(T0 - 7 * DAY_MS);
    expect([0, 1, WEEK_MS - 1, WEEK_MS, WEEK_MS + 1].map((sinceMs) => keptDays(after, T0 + sinceMs))).toEqual(
      [365, 365, 365, 7, 7],
    );
  });

  it('after an upgrade more is kept at once and nothing less ever', () => {
    const after = afterPlanChange(onPlan('free'), 'premium', T0);
    expect([0, WEEK_MS - 1, WEEK_MS, WEEK_MS + 1].map((sinceMs) => keptDays(after, T0 + sinceMs))).toEqual([
      90, 90, 90, 90,
    ]);
  });

  it('two downgrades within a week: the first plan’s history outlives the second by 7 days', () => {
    const once = afterPlanChange(onPlan('business'), 'premium', T0);
    const twice = afterPlanChange(once, 'free', T0 + WEEK_MS - 1);
    const secondEnd = T0 + 2 * WEEK_MS - 1;
    expect(keptDays(twice, secondEnd - 1)).toBe(365);
    expect(keptDays(twice, secondEnd)).toBe(7);
  });

  it('two downgrades a week apart: the second keeps only what the first left', () => {
    const once = afterPlanChange(onPlan('business'), 'premium', T0);
    const twice = afterPlanChange(once, 'free', T0 + WEEK_MS);
    expect(keptDays(twice, T0 + WEEK_MS)).toBe(90);
    expect(keptDays(twice, T0 + 2 * WEEK_MS)).toBe(7);
  });

  it('an upgrade back during the grace period finds everything there, for good', () => {
    const down = afterPlanChange(onPlan('business'), 'free', T0);
    const back = afterPlanChange(down, 'business', T0 + WEEK_MS - 1);
    for (const sinceMs of [0, WEEK_MS, 100 * DAY_MS]) expect(keptDays(back, T0 + sinceMs)).toBe(365);
  });

  it('an upgrade after it finds only what the lower plan kept; the rest is gone', () => {
    const down = afterPlanChange(onPlan('business'), 'free', T0);
    expect(keptDays(down, T0 + WEEK_MS)).toBe(7);
    expect(afterPlanChange(down, 'business', T0 + WEEK_MS).formerHistoryDays).toBe(7);
  });

  it('whatever the changes: never less than the present plan, never less than any plan left within 7 days, and only the present plan 7 days after the last change', () => {
    const anyChanges = fc.array(fc.tuple(anyPlan, fc.integer({ min: 1, max: 12 * DAY_MS })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(anyPlan, anyChanges, fc.nat({ max: 10 * DAY_MS }), (first, changes, laterMs) => {
        let retention = onPlan(first);
        let nowMs = T0;
        const left: { days: number; atMs: number }[] = [];
        for (const [plan, afterMs] of changes) {
          nowMs += afterMs;
          left.push({ days: PLANS[retention.plan].historyDays, atMs: nowMs });
          retention = afterPlanChange(retention, plan, nowMs);
        }
        const lastChangeMs = nowMs;
        nowMs += laterMs;
        const own = PLANS[retention.plan].historyDays;
        const kept = keptDays(retention, nowMs);
        expect(kept).toBeGreaterThanOrEqual(own);
        for (const { days, atMs } of left) {
          if (nowMs < atMs + WEEK_MS) expect(kept).toBeGreaterThanOrEqual(days);
        }
        if (nowMs >= lastChangeMs + WEEK_MS) expect(kept).toBe(own);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the range of a chart', () => {
  it.each(RANGES)(
    '%s starts within what the plan shows, with whole minutes between at most 600 points',
    (range) => {
      for (const plan of PLAN_NAMES) {
        const { fromMs, bucketMs } = seriesWindow(range, plan, T0);
        expect(fromMs).toBeGreaterThanOrEqual(T0 - PLANS[plan].historyDays * DAY_MS);
        expect(bucketMs % 60_000).toBe(0);
        expect(bucketMs).toBeGreaterThanOrEqual(60_000);
        expect((T0 - fromMs) / bucketMs).toBeLessThanOrEqual(600);
      }
    },
  );

  it('is as long as it says, or as the plan allows', () => {
    const days = (range: (typeof RANGES)[number], plan: PlanName) =>
      (T0 - seriesWindow(range, plan, T0).fromMs) / DAY_MS;
    expect(RANGES.map((range) => days(range, 'free'))).toEqual([1, 7, 7, 7]);
    expect(RANGES.map((range) => days(range, 'premium'))).toEqual([1, 7, 30, 90]);
    expect(RANGES.map((range) => days(range, 'business'))).toEqual([1, 7, 30, 365]);
    expect(seriesWindow('all', 'business', T0).bucketMs).toBeLessThan(24 * HOUR_MS);
  });

  it.each([
    ['24h', '24h'],
    ['all', 'all'],
    ['', '24h'],
    [undefined, '24h'],
    [['7d'], '24h'],
    ['toString', '24h'],
  ])('%j is read as %s', (text, range) => {
    expect(parseRange(text)).toBe(range);
  });
});
