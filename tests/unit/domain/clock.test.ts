import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, CYCLES_REMEMBERED, rollForward } from '@/lib/domain/bots/account';
import { CYCLE_MS, cycleIndexAt, DAY_COUNTS_KEPT } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { usageRecord } from '@/lib/domain/quota/usage-record';
import { decideRefusal, decideReport, decideUsageRead } from '@/lib/domain/reports/decide';
import { rateLimitFields, reportWindow, retryAfterSeconds } from '@/lib/domain/reports/interval';
import {
  accountWith,
  anyPlan,
  BOT_ID,
  intervalMs,
  OTHER_BOT_ID,
  REPORT,
  T0,
} from '@/tests/support/data/accounts';

/** Any sequence of clock steps and calls keeps what contract rule 8 promises. */

const CALLS = {
  report: (account: Account, nowMs: number) => decideReport(account, BOT_ID, REPORT, nowMs, FORM),
  foreign: (account: Account, nowMs: number) => decideReport(account, OTHER_BOT_ID, REPORT, nowMs, FORM),
  invalid: (account: Account, nowMs: number) => decideRefusal(account, 'invalid_json', nowMs),
  read: (account: Account, nowMs: number) => decideUsageRead(account, nowMs, FORM),
};
/** A call, or a change of the clock. */
type Step = keyof typeof CALLS | ((nowMs: number) => number);

const by =
  (ms: number): Step =>
  (nowMs) =>
    Math.max(0, nowMs + ms);
const MOMENTS = [0, Date.UTC(2038, 0, 19, 3, 14, 8), T0, T0 + CYCLE_MS, T0 + CYCLE_MS - 1];
const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Step[]>('report', 'foreign', 'invalid', 'read') },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 45 * MINUTE_MS }).map(by) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 400 * DAY_MS }).map(by) },
  { weight: 3, arbitrary: fc.constantFrom(-HOUR_MS, HOUR_MS, -31 * DAY_MS, 31 * DAY_MS, -1, 1).map(by) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...MOMENTS).map(
      (ms): Step =>
        () =>
          ms,
    ),
  },
);
const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 60 });

describe('after any clock steps (contract rule 8)', () => {
  it('no quota is restored, waits stay within one interval, the reset within 30 days, day counters bounded', () => {
    fc.assert(
      fc.property(anyPlan, fc.nat({ max: 1_600 }), anySteps, (plan, usedBefore, steps) => {
        let nowMs = T0;
        let account = accountWith({ plan, cycle: { index: 0, used: usedBefore } });
        // The highest count seen in each remembered cycle, the latest cycle last.
        let seen = new Map([[0, usedBefore]]);
        for (const step of steps) {
          if (typeof step === 'function') {
            nowMs = step(nowMs);
            continue;
          }
          const index = cycleIndexAt(T0, nowMs);
          const usedJustBefore = account.cycle.used;
          const isBackwards = index < account.cycle.index;
          const current = rollForward(account, nowMs);
          expect(current.cycle.index).toBe(index);
          expect(current.cycle.used).toBeGreaterThanOrEqual(seen.get(index) ?? 0);
          if (isBackwards) expect(current.cycle.used).toBeGreaterThanOrEqual(usedJustBefore);

          const decision = CALLS[step](account, nowMs);
          account = decision.account;
          const isServed = decision.outcome.kind === 'served';
          const hasQuota = current.cycle.used < PLANS[plan].callsPerCycle;
          const mayReport = hasQuota && reportWindow(current, nowMs).waitMs === 0;
          expect(isServed).toBe(step === 'read' || (step === 'report' && mayReport));
          const isCounted = isServed && hasQuota;
          expect(account.cycle).toEqual({ index, used: current.cycle.used + (isCounted ? 1 : 0) });
          seen.delete(index);
          seen = new Map([...seen, [index, account.cycle.used] as const].slice(-CYCLES_REMEMBERED - 1));

          const { waitMs } = reportWindow(account, nowMs);
          expect(waitMs).toBeGreaterThanOrEqual(0);
          expect(waitMs).toBeLessThanOrEqual(intervalMs(plan));
          const untilResetMs = Date.parse(usageRecord(account, nowMs).usage.reset.at) - nowMs;
          expect(untilResetMs).toBeGreaterThan(0);
          expect(untilResetMs).toBeLessThanOrEqual(CYCLE_MS);
          expect(usageRecord(account, nowMs).statistics.usageHistory.length).toBeLessThanOrEqual(30);
          expect(rateLimitFields(account, nowMs).state).not.toMatch(/-|NaN|Infinity/);
          expect(retryAfterSeconds(account, nowMs)).toBeGreaterThanOrEqual(1);
          expect(account.days.length).toBeLessThanOrEqual(2 * DAY_COUNTS_KEPT);
          expect(account.leftCycles.length).toBeLessThanOrEqual(CYCLES_REMEMBERED);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('a count is restored after a year of cycles', () => {
    let account = accountWith({ cycle: { index: 0, used: 1_500 } });
    for (let index = 1; index <= 12; index++) {
      account = decideUsageRead(account, T0 + index * CYCLE_MS, FORM).account;
    }
    expect(rollForward(account, T0).cycle).toEqual({ index: 0, used: 1_500 });
  });
});
