import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf } from '@/lib/domain/quota/days';
import { PLANS } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideRead, decideRefusal, decideReport, decideUsageRead } from '@/lib/domain/reports/decide';
import type { Effect } from '@/lib/domain/reports/effect';
import { reportWindow } from '@/lib/domain/reports/interval';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import {
  anyReport,
  anySettled,
  BOT_ID,
  intervalMs,
  OTHER_BOT_ID,
  T0,
  usedUp,
} from '@/tests/support/data/accounts';

const SERVED = { kind: 'served' };
const refused = (error: string) => ({ kind: 'refused', error });
/** tests/unit/domain/call-events.test.ts has the events. */
const withoutEvents = (effects: readonly Effect[]) => effects.filter(({ kind }) => kind !== 'event');
const countsOf = (days: readonly { day: number; calls: number; rejected: number }[], nowMs: number) =>
  days.find((d) => d.day === dayOf(nowMs)) ?? { day: dayOf(nowMs), calls: 0, rejected: 0 };

it('a report is stored, numbered and counted if accepted; if refused, it only adds to the day’s rejected calls', () => {
  fc.assert(
    fc.property(anySettled, anyReport, fc.boolean(), ({ account, nowMs }, report, isOwn) => {
      const today = countsOf(account.days, nowMs);
      const after = decideReport(account, isOwn ? BOT_ID : OTHER_BOT_ID, report, nowMs, FORM);
      const now = countsOf(after.account.days, nowMs);
      const { isDisabled, cycle, lastReport, plan } = account;
      // The contract's order.
      const error =
        (isDisabled && 'bot_disabled') ||
        (!isOwn && 'bot_mismatch') ||
        (cycle.used >= PLANS[plan].callsPerCycle && 'quota_exceeded') ||
        (lastReport !== null && nowMs - lastReport.atMs < intervalMs(plan) && 'update_too_soon');
      expect(after.outcome).toEqual(error ? refused(error) : SERVED);
      if (!error) {
        expect(after.account.cycle).toEqual({ ...account.cycle, used: account.cycle.used + 1 });
        expect(after.account.lastReport).toEqual({ ...report, atMs: nowMs });
        expect(withoutEvents(after.effects)).toEqual([
          { kind: 'report', ...report, atMs: nowMs, number: account.reportsTotal + 1 },
        ]);
        expect(after.account.reportsTotal).toBe(account.reportsTotal + 1);
        expect(now).toEqual({ ...today, calls: today.calls + 1 });
        expect(reportWindow(after.account, nowMs).waitMs).toBe(intervalMs(account.plan));
      } else {
        expect(after.effects).toEqual([]);
        expect(after.account).toEqual({ ...account, days: after.account.days });
        expect(now).toEqual({ ...today, rejected: today.rejected + 1 });
      }
    }),
    { numRuns: 1_000 },
  );
});

it('a usage read is served unless the bot is disabled, counted while used < limit, and changes nothing else', () => {
  fc.assert(
    fc.property(anySettled, ({ account, nowMs }) => {
      const after = decideUsageRead(account, nowMs, FORM);
      const { isDisabled } = account;
      const isCounted = !isDisabled && account.cycle.used < PLANS[account.plan].callsPerCycle;
      const today = countsOf(account.days, nowMs);
      expect(after.outcome).toEqual(isDisabled ? refused('bot_disabled') : SERVED);
      expect(after.account.cycle.used).toBe(account.cycle.used + (isCounted ? 1 : 0));
      expect(countsOf(after.account.days, nowMs)).toEqual({
        day: today.day,
        calls: today.calls + (isCounted ? 1 : 0),
        rejected: today.rejected + (isDisabled ? 1 : 0),
      });
      expect(after.account.lastReport).toBe(account.lastReport);
      expect(after.account.reportsTotal).toBe(account.reportsTotal);
      expect(withoutEvents(after.effects)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('a usage read that changes nothing returns the same object, so that nothing is written', () => {
  const account = usedUp('free', 1_500);
  expect(decideUsageRead(account, T0, FORM).account).toBe(account);
});

it('any other read is decided as a usage read, but refused with an exhausted quota', () => {
  fc.assert(
    fc.property(anySettled, ({ account, nowMs }) => {
      const isExhausted = account.cycle.used >= PLANS[account.plan].callsPerCycle;
      const isRefused = isExhausted && !account.isDisabled;
      expect(decideRead('usage')(account, nowMs, FORM)).toEqual(
        isRefused ? decideRefusal(account, 'quota_exceeded', nowMs) : decideUsageRead(account, nowMs, FORM),
      );
    }),
  );
});

it('a refused call adds one to the day’s rejected calls and changes nothing else', () => {
  const anyError = fc.constantFrom(...(Object.keys(ERROR_STATUS) as ErrorCode[]));
  fc.assert(
    fc.property(anySettled, anyError, ({ account, nowMs }, error) => {
      const after = decideRefusal(account, error, nowMs);
      expect(after.outcome).toEqual(refused(account.isDisabled ? 'bot_disabled' : error));
      expect(after.account).toEqual({ ...account, days: after.account.days });
      const today = countsOf(account.days, nowMs);
      expect(countsOf(after.account.days, nowMs)).toEqual({ ...today, rejected: today.rejected + 1 });
    }),
  );
});
