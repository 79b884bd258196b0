import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterPlanChange,
  isRange,
  keptFromMs,
  RANGES,
  type Range,
  type Retention,
  rangeBetween,
  seriesWindow,
  spanOf,
} from '@/lib/domain/history/history';
import { DAY_MS, PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { anyPlan, T0 } from '@/tests/support/data/accounts';

const onPlan = (plan: PlanName): Retention => ({
  plan,
  planChangedAtMs: null,
  formerHistoryDays: PLANS[plan].historyDays,
});
const keptDays = (retention: Retention, nowMs: number) => (nowMs - keptFromMs(retention, nowMs)) / DAY_MS;
const shownDays = (range: (typeof RANGES)[number], plan: PlanName) =>
  (T0 - seriesWindow(range, plan, T0).fromMs) / DAY_MS;
const W = 7 * DAY_MS;

describe('the history that is kept (contract section 1)', () => {
  it.each<[string, PlanName, Partial<Record<PlanName, number>>, number[], number[]]>([
    ['no change', 'free', {}, [0], [7]],
    ['no change', 'premium', {}, [0], [90]],
    ['no change', 'business', {}, [0], [365]],
    ['downgrade', 'business', { free: 0 }, [0, 1, W - 1, W, W + 1], [365, 365, 365, 7, 7]],
    ['upgrade', 'free', { premium: 0 }, [0, W - 1, W, W + 1], [90, 90, 90, 90]],
    ['2 downgrades within 7 days', 'business', { premium: 0, free: W - 1 }, [2 * W - 2, 2 * W - 1], [365, 7]],
    ['2 downgrades 7 days apart', 'business', { premium: 0, free: W }, [W, 2 * W], [90, 7]],
    ['upgrade within 7 days', 'business', { free: 0, business: W - 1 }, [0, W, 15 * W], [365, 365, 365]],
  ])('%s: %s, then %o: after %o ms it has %o days', (_, first, changes, moments, days) => {
    const retention = Object.entries(changes).reduce(
      (former, [plan, sinceMs]) => afterPlanChange(former, plan as PlanName, T0 + sinceMs),
      onPlan(first),
    );
    expect(moments.map((sinceMs) => keptDays(retention, T0 + sinceMs))).toEqual(days);
  });

  it('an upgrade after the 7 days restores nothing', () => {
    const down = afterPlanChange(onPlan('business'), 'free', T0);
    expect(afterPlanChange(down, 'business', T0 + W).formerHistoryDays).toBe(7);
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
          if (nowMs < atMs + W) expect(kept).toBeGreaterThanOrEqual(days);
        }
        if (nowMs >= lastChangeMs + W) expect(kept).toBe(own);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the range of a chart', () => {
  it('is as long as its name says or as the plan shows', () => {
    expect(RANGES).toEqual(['24h', '7d', '30d', '90d', 'all']);
    expect(RANGES.map((range) => shownDays(range, 'free'))).toEqual([1, 7, 7, 7, 7]);
    expect(RANGES.map((range) => shownDays(range, 'premium'))).toEqual([1, 7, 30, 90, 90]);
    expect(RANGES.map((range) => shownDays(range, 'business'))).toEqual([1, 7, 30, 90, 365]);
  });

  it('has at most 600 points of whole minutes, and of whole hours where history is kept by the hour', () => {
    for (const plan of PLAN_NAMES) {
      for (const { fromMs, bucketMs } of RANGES.map((range) => seriesWindow(range, plan, T0))) {
        expect(bucketMs % (T0 - fromMs > W ? 60 * 60_000 : 60_000)).toBe(0);
        expect(bucketMs).toBeGreaterThanOrEqual(60_000);
        expect(bucketMs).toBeLessThan(DAY_MS);
        const [first, last] = [fromMs, T0].map((atMs) => Math.floor(atMs / bucketMs));
        expect(Number(last) - Number(first) + 1).toBeLessThanOrEqual(600);
      }
    }
  });

  it('is one that an address can name', () => {
    const texts = ['24h', 'all', '', undefined, ['7d'], 'toString'];
    expect(texts.map(isRange)).toEqual([true, true, false, false, false, false]);
  });

  it('of other days ends with its last one, and is cut at now and where the plan’s history begins', () => {
    const day = (days: number) => new Date(T0 - days * DAY_MS).toISOString().slice(0, 10);
    const startOf = (days: number) => Date.parse(day(days));
    const of = (range: Range) => seriesWindow(range, 'free', T0);
    expect(of(`${day(3)}..${day(3)}`)).toMatchObject({ fromMs: startOf(3), untilMs: startOf(2) });
    expect(of(`${day(3)}..${day(0)}`)).toMatchObject({ fromMs: startOf(3), untilMs: T0 });
    expect(of(`${day(30)}..${day(2)}`)).toMatchObject({ fromMs: T0 - W, untilMs: startOf(1) });
    expect(of(`${day(30)}..${day(20)}`).untilMs).toBe(of(`${day(30)}..${day(20)}`).fromMs);
    expect(of(`${day(-20)}..${day(-30)}`)).toMatchObject({ fromMs: T0, untilMs: T0 });
  });

  it.each([
    ['2026-02-01..2026-02-01', '2026-02-01..2026-02-01'],
    ['2026-02-01T10:00Z..2026-02-01T10:01Z', '2026-02-01T10:00Z..2026-02-01T10:01Z'],
    ['2026-02-02..2026-02-01', '24h'],
    ['2026-02-30..2026-03-01', '24h'],
    ['2026-02-01..', '24h'],
    ['..', '24h'],
    ['2026-02-01..2026-02-02..2026-02-03', '24h'],
    ['2026-02-01T10:00Z..2026-02-01T10:00Z', '24h'],
    ['999999-01-01..999999-01-02', '24h'],
  ])('%s is the range %s', (text, range) => {
    expect(isRange(text)).toBe(range === text);
  });

  it('between two moments is of whole minutes that contain them', () => {
    const span = spanOf(rangeBetween(T0 + 1, T0 + 1));
    expect(span?.fromMs).toBeLessThanOrEqual(T0 + 1);
    expect(span?.untilMs).toBeGreaterThan(T0);
    expect((span?.untilMs ?? 0) - (span?.fromMs ?? 0)).toBe(60_000);
  });
});
