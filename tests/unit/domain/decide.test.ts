import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { dayOf } from '@/lib/domain/days';
import { decideRefusal, decideReport, decideUsageRead } from '@/lib/domain/decide';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { keptFromMs } from '@/lib/domain/history';
import { reportWindow } from '@/lib/domain/interval';
import { PLANS } from '@/lib/domain/plan';
import { quotaOf } from '@/lib/domain/quota';
import {
  accountWith,
  anyReport,
  anySettled,
  BOT_ID,
  intervalMs,
  OTHER_BOT_ID,
  REPORT,
  T0,
  usedUp,
} from '@/tests/support/data/accounts';

const SERVED = { kind: 'served' };
const refused = (error: string) => ({ kind: 'refused', error });
const countsOf = (days: readonly { day: number; calls: number; rejected: number }[], nowMs: number) =>
  days.find((d) => d.day === dayOf(nowMs)) ?? { day: dayOf(nowMs), calls: 0, rejected: 0 };

describe('a report', () => {
  it('that is accepted is stored, counted and numbered in one decision', () => {
    const { account, effects, outcome } = decideReport(
      accountWith({ reportsTotal: 6 }),
      BOT_ID,
      REPORT,
      T0 + 5,
    );
    expect(outcome).toEqual(SERVED);
    expect(effects).toContainEqual({ kind: 'report', ...REPORT, atMs: T0 + 5, number: 7 });
    expect(account).toEqual(
      accountWith({
        cycle: { index: 0, used: 1 },
        days: [{ day: dayOf(T0), calls: 1, rejected: 0 }],
        lastReport: { ...REPORT, atMs: T0 + 5 },
        reportsTotal: 7,
      }),
    );
  });

  it.each([
    [-1, 'update_too_soon'],
    [0, null],
    [1, null],
  ])('%i ms from last report + interval comes to %s, on every plan', (byMs, error) => {
    for (const plan of ['free', 'premium', 'business'] as const) {
      const account = accountWith({ plan, lastReport: { ...REPORT, atMs: T0 } });
      const { outcome } = decideReport(account, BOT_ID, REPORT, T0 + intervalMs(plan) + byMs);
      expect(outcome).toEqual(error === null ? SERVED : refused(error));
    }
  });

  it.each([
    [-1, null],
    [0, 'quota_exceeded'],
    [1, 'quota_exceeded'],
  ])('with %i calls above the limit used comes to %s, on every plan', (by, error) => {
    for (const plan of ['free', 'premium', 'business'] as const) {
      const { outcome } = decideReport(usedUp(plan, PLANS[plan].callsPerCycle + by), BOT_ID, REPORT, T0);
      expect(outcome).toEqual(error === null ? SERVED : refused(error));
    }
  });

  it.each([
    [-1, 'quota_exceeded', 1_500],
    [0, null, 1],
    [1, null, 1],
  ])('of an exhausted bot %i ms from the end of its cycle comes to %s, with %i used', (byMs, error, used) => {
    const { account, outcome } = decideReport(usedUp('free', 1_500), BOT_ID, REPORT, T0 + CYCLE_MS + byMs);
    expect(outcome).toEqual(error === null ? SERVED : refused(error));
    expect(account.cycle.used).toBe(used);
  });

  it('is refused in the contract’s order: disabled, mismatch, quota, interval', () => {
    const all = accountWith({
      isDisabled: true,
      cycle: { index: 0, used: 1_500 },
      lastReport: { ...REPORT, atMs: T0 },
    });
    const enabled = { ...all, isDisabled: false };
    const hasQuota = { ...enabled, cycle: { index: 0, used: 0 } };
    const codes = [
      decideReport(all, OTHER_BOT_ID, REPORT, T0),
      decideReport(enabled, OTHER_BOT_ID, REPORT, T0),
      decideReport(enabled, BOT_ID, REPORT, T0),
      decideReport(hasQuota, BOT_ID, REPORT, T0),
    ].map(({ outcome }) => (outcome.kind === 'refused' ? outcome.error : null));
    expect(codes).toEqual(['bot_disabled', 'bot_mismatch', 'quota_exceeded', 'update_too_soon']);
  });

  it('accepted is always counted; refused never counts, is never stored and never moves interval or last report', () => {
    fc.assert(
      fc.property(anySettled, anyReport, fc.boolean(), ({ account, nowMs }, report, isOwn) => {
        const today = countsOf(account.days, nowMs);
        const after = decideReport(account, isOwn ? BOT_ID : OTHER_BOT_ID, report, nowMs);
        const now = countsOf(after.account.days, nowMs);
        const isAcceptable =
          isOwn &&
          !account.isDisabled &&
          !quotaOf(account).isExhausted &&
          reportWindow(account, nowMs).waitMs === 0;
        expect(after.outcome.kind).toBe(isAcceptable ? 'served' : 'refused');
        if (isAcceptable) {
          expect(after.account.cycle).toEqual({ ...account.cycle, used: account.cycle.used + 1 });
          expect(after.account.lastReport).toEqual({ ...report, atMs: nowMs });
          expect(after.effects).toEqual([
            { kind: 'report', ...report, atMs: nowMs, number: account.reportsTotal + 1 },
            { kind: 'prune', beforeMs: keptFromMs(account, nowMs) },
          ]);
          expect(after.account.reportsTotal).toBe(account.reportsTotal + 1);
          expect(now).toEqual({ ...today, calls: today.calls + 1 });
          expect(reportWindow(after.account, nowMs).waitMs).toBe(intervalMs(account.plan));
        } else {
          expect(after.effects).toEqual([]);
          expect(after.account).toEqual({ ...account, days: after.account.days });
          expect(now).toEqual({ ...today, rejected: today.rejected + 1 });
        }
        expect(after.account.cycle.used).toBeLessThanOrEqual(
          Math.max(account.cycle.used, PLANS[account.plan].callsPerCycle),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('of any number at one moment exactly one is accepted', () => {
    let account = accountWith();
    const outcomes = Array.from({ length: 50 }, () => {
      const decision = decideReport(account, BOT_ID, REPORT, T0);
      account = decision.account;
      return decision.outcome.kind;
    });
    expect(outcomes.filter((kind) => kind === 'served')).toHaveLength(1);
    expect(account.cycle.used).toBe(1);
    expect(countsOf(account.days, T0)).toMatchObject({ calls: 1, rejected: 49 });
  });
});

describe('a usage read', () => {
  it('is served and counted while used < limit; at the limit served and not counted', () => {
    const usedAfter = (used: number) => {
      const { account, outcome } = decideUsageRead(usedUp('free', used), T0);
      expect(outcome).toEqual(SERVED);
      return account.cycle.used;
    };
    expect([0, 1_498, 1_499, 1_500, 1_501].map(usedAfter)).toEqual([1, 1_499, 1_500, 1_500, 1_501]);
  });

  it('of a disabled bot is refused and counted as rejected', () => {
    const { account, outcome } = decideUsageRead(accountWith({ isDisabled: true }), T0);
    expect(outcome).toEqual(refused('bot_disabled'));
    expect(account.cycle.used).toBe(0);
    expect(countsOf(account.days, T0)).toMatchObject({ calls: 0, rejected: 1 });
  });

  it('never moves the interval, the last report or the history, and counts exactly when something is left', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const after = decideUsageRead(account, nowMs);
        const isCounted = !account.isDisabled && account.cycle.used < PLANS[account.plan].callsPerCycle;
        expect(after.account.cycle.used).toBe(account.cycle.used + (isCounted ? 1 : 0));
        expect(countsOf(after.account.days, nowMs).calls).toBe(
          countsOf(account.days, nowMs).calls + (isCounted ? 1 : 0),
        );
        expect(after.account.lastReport).toBe(account.lastReport);
        expect(after.account.reportsTotal).toBe(account.reportsTotal);
        expect('report' in after).toBe(false);
      }),
    );
  });

  it('that changes nothing gives back the same object, so that nothing is written', () => {
    const account = usedUp('free', 1_500);
    expect(decideUsageRead(account, T0).account).toBe(account);
  });
});

describe('a call refused for what it sent', () => {
  it('adds one to the day’s rejected and changes nothing else', () => {
    fc.assert(
      fc.property(
        anySettled,
        fc.constantFrom(...(Object.keys(ERROR_STATUS) as ErrorCode[])),
        ({ account, nowMs }, error) => {
          const after = decideRefusal(account, error, nowMs);
          expect(after.outcome).toEqual(refused(account.isDisabled ? 'bot_disabled' : error));
          expect(after.account).toEqual({ ...account, days: after.account.days });
          const today = countsOf(account.days, nowMs);
          expect(countsOf(after.account.days, nowMs)).toEqual({ ...today, rejected: today.rejected + 1 });
        },
      ),
    );
  });
});

it('after a downgrade reports are refused for the quota, a read is served uncounted, and the cycle keeps its count', () => {
  const account = { ...usedUp('business', 9_000), plan: 'free' as const };
  expect(decideReport(account, BOT_ID, REPORT, T0).outcome).toEqual(refused('quota_exceeded'));
  const read = decideUsageRead(account, T0);
  expect(read.outcome).toEqual(SERVED);
  expect(quotaOf(read.account)).toMatchObject({
    used: 9_000,
    remaining: 0,
    percentage: 600,
    status: 'critical',
  });
  expect(decideReport({ ...account, plan: 'premium' }, BOT_ID, REPORT, T0).outcome).toEqual(SERVED);
});
