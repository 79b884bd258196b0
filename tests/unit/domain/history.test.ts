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
import { DAY_MS, PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/plan';
import { anyPlan, T0 } from '@/tests/support/data/accounts';

const onPlan = (plan: PlanName): Retention => ({
  plan,
  planChangedAtMs: null,
  formerHistoryDays: PLANS[plan].historyDays,
});
const keptDays = (retention: Retention, nowMs: number) => (nowMs - keptFromMs(retention, nowMs)) / DAY_MS;
const shownDays = (range: (typeof RANGES)[number], plan: PlanName) =>
  (T0 - seriesWindow(range, plan, T0).fromMs) / DAY_MS;
const WEEK_MS = 7 * DAY_MS;

type Change = readonly [PlanName, sinceMs: number];
type Kept = readonly [sinceMs: number, days: number];

describe('the history that is kept (contract section 1)', () => {
  it.each<[string, PlanName, Change[], Kept[]]>([
    ['free', 'free', [], [[0, 7]]],
    ['premium', 'premium', [], [[0, 90]]],
    ['business', 'business', [], [[0, 365]]],
    [
      'after a downgrade: that of the former plan for exactly 7 more days',
      'business',
      [['free', 0]],
      [0, 1, WEEK_MS - 1, WEEK_MS, WEEK_MS + 1].map((ms) => [ms, ms < WEEK_MS ? 365 : 7]),
    ],
    [
      'after an upgrade: that of the new plan at once',
      'free',
      [['premium', 0]],
      [0, WEEK_MS - 1, WEEK_MS, WEEK_MS + 1].map((ms) => [ms, 90]),
    ],
    [
      'after two downgrades within 7 days: that of the first plan, for 7 days after the second',
      'business',
      [
        ['premium', 0],
        ['free', WEEK_MS - 1],
      ],
      [
        [2 * WEEK_MS - 2, 365],
        [2 * WEEK_MS - 1, 7],
      ],
    ],
    [
      'after two downgrades 7 days apart: only what the first left',
      'business',
      [
        ['premium', 0],
        ['free', WEEK_MS],
      ],
      [
        [WEEK_MS, 90],
        [2 * WEEK_MS, 7],
      ],
    ],
    [
      'after an upgrade within the 7 days: everything',
      'business',
      [
        ['free', 0],
        ['business', WEEK_MS - 1],
      ],
      [0, WEEK_MS, 100 * DAY_MS].map((ms) => [ms, 365]),
    ],
  ])('%s', (_, first, changes, kept) => {
    const change = (retention: Retention, [plan, sinceMs]: Change) =>
      afterPlanChange(retention, plan, T0 + sinceMs);
    const retention = changes.reduce(change, onPlan(first));
    expect(kept.map(([sinceMs]) => [sinceMs, keptDays(retention, T0 + sinceMs)])).toEqual(kept);
  });

  it('an upgrade after the 7 days restores nothing', () => {
    const down = afterPlanChange(onPlan('business'), 'free', T0);
    expect(afterPlanChange(down, 'business', T0 + WEEK_MS).formerHistoryDays).toBe(7);
  });

  it('is that of the plan and of those left within 7 days, after any changes', () => {
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
  it('is as long as its name says or as the plan shows', () => {
    expect(RANGES).toEqual(['24h', '7d', '30d', 'all']);
    expect(RANGES.map((range) => shownDays(range, 'free'))).toEqual([1, 7, 7, 7]);
    expect(RANGES.map((range) => shownDays(range, 'premium'))).toEqual([1, 7, 30, 90]);
    expect(RANGES.map((range) => shownDays(range, 'business'))).toEqual([1, 7, 30, 365]);
  });

  it('has at most 600 points, whole minutes and less than a day apart', () => {
    for (const plan of PLAN_NAMES) {
      for (const { fromMs, bucketMs } of RANGES.map((range) => seriesWindow(range, plan, T0))) {
        expect(bucketMs % 60_000).toBe(0);
        expect(bucketMs).toBeGreaterThanOrEqual(60_000);
        expect(bucketMs).toBeLessThan(DAY_MS);
        expect((T0 - fromMs) / bucketMs).toBeLessThanOrEqual(600);
      }
    }
  });

  it('is 24h if the address names none', () => {
    const texts = ['24h', 'all', '', undefined, ['7d'], 'toString'];
    expect(texts.map(parseRange)).toEqual(['24h', 'all', '24h', '24h', '24h', '24h']);
  });
});
