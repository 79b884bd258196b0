import fc from 'fast-check';
import { type Account, NO_ALERTS } from '@/lib/domain/bots/account';
import { CYCLE_MS, cycleIndexAt, cycleStartMs, dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, MINUTE_MS, PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { REPORT_BOUNDS, type Report } from '@/lib/domain/reports/report';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';

/** Test accounts: a fixed one, and fast-check arbitraries of all valid ones. */

/** Not on a second, hour or day boundary, so that tests do not pass only on one. */
export const T0 = Date.UTC(2026, 0, 19, 3, 0, 0, 123);
export const BOT_ID = '1234567890123456789';
export const OTHER_BOT_ID = '9876543210987654321';
export const REPORT: Report = { serverCount: 4, userCount: 273, shardCount: 1 };

export const intervalMs = (plan: PlanName): number => PLANS[plan].intervalMinutes * MINUTE_MS;

/** The account of a Free bot registered at T0, with the members of `over` replaced. */
export const accountWith = (over: Partial<Account> = {}): Account => ({
  botId: BOT_ID,
  ownerId: 'owner',
  name: 'TestBot',
  plan: 'free',
  planChangedAtMs: null,
  formerHistoryDays: 7,
  ...NEW_SILENCE_TERMS,
  isDisabled: false,
  registeredAtMs: T0,
  cycle: { index: 0, used: 0 },
  leftCycles: [],
  days: [],
  usagePart: null,
  lastReport: null,
  lastHeartbeatAtMs: null,
  reportsTotal: 0,
  alerts: NO_ALERTS,
  ...over,
});

export const usedUp = (plan: PlanName, used: number): Account =>
  accountWith({ plan, cycle: { index: 0, used } });

export const anyPlan = fc.constantFrom(...PLAN_NAMES);

export const anyReport: fc.Arbitrary<Report> = fc.record({
  serverCount: fc.integer(REPORT_BOUNDS.serverCount),
  userCount: fc.integer(REPORT_BOUNDS.userCount),
  shardCount: fc.integer(REPORT_BOUNDS.shardCount),
});

/** Numbers of used calls around every threshold: 0, the limit, and the warning levels. */
const usedOf = (limit: number) =>
  fc.oneof(
    fc.constantFrom(0, 1, limit - 1, limit, limit + 1),
    fc.integer({ min: Math.floor(limit * 0.79), max: limit + 2 }),
    fc.integer({ min: 0, max: 100_000 }),
  );

const momentWithin = (spanMs: number) =>
  fc.oneof(
    fc.constantFrom(0, 1, 999, 1_000, spanMs - 1_000, spanMs - 1),
    fc.integer({ min: 0, max: spanMs - 1 }),
  );

/** Any account that a call can read, and a time within its current cycle. */
export const anySettled: fc.Arbitrary<{ account: Account; nowMs: number }> = anyPlan.chain((plan) =>
  fc
    .record({
      registeredAtMs: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
      index: fc.nat({ max: 40 }),
      intoCycleMs: momentWithin(CYCLE_MS),
      used: usedOf(PLANS[plan].callsPerCycle),
      sinceReportMs: fc.option(
        fc.oneof(
          momentWithin(intervalMs(plan)),
          fc.integer({ min: 0, max: 2 * intervalMs(plan) }),
          fc.constant(intervalMs(plan)),
        ),
      ),
      isDisabled: fc.boolean(),
      report: anyReport,
      reportsTotal: fc.nat(),
      daysAgo: fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 40 }),
      count: fc.nat({ max: 2_000 }),
    })
    .map((r) => {
      const nowMs = cycleStartMs(r.registeredAtMs, r.index) + r.intoCycleMs;
      const today = dayOf(nowMs);
      const account = accountWith({
        plan,
        isDisabled: r.isDisabled,
        registeredAtMs: r.registeredAtMs,
        cycle: { index: cycleIndexAt(r.registeredAtMs, nowMs), used: r.used },
        days: r.daysAgo
          .map((ago) => ({ day: today - ago, calls: r.count, rejected: ago }))
          .sort((a, b) => a.day - b.day),
        lastReport: r.sinceReportMs === null ? null : { ...r.report, atMs: nowMs - r.sinceReportMs },
        reportsTotal: r.reportsTotal,
      });
      return { account, nowMs };
    }),
);

/** Times from 1970 to 2038, with many around day boundaries. */
export const anyMoment = fc.oneof(
  fc.integer({ min: 0, max: 2_147_483_647_000 }),
  fc
    .tuple(fc.nat({ max: 24_854 }), fc.constantFrom(-1, 0, 1))
    .map(([day, by]) => Math.max(0, day * DAY_MS + by)),
);
