import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CYCLE_MS, cycleEndMs, dayOf } from '@/lib/domain/quota/days';
import { forecast, paceOf, punctualReports } from '@/lib/domain/quota/forecast';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { accountWith, anySettled, T0 } from '@/tests/support/data/accounts';

const TODAY = dayOf(T0) + 10;
const NOW = TODAY * DAY_MS + 5 * HOUR_MS;
/** Counted calls by days before today. */
const calls = (...counts: number[]) =>
  counts.map((count, ago) => ({ day: TODAY - ago, calls: count, rejected: 7 })).reverse();

describe('the pace', () => {
  const OLD = NOW - 9 * DAY_MS;
  const START = (TODAY - 3) * DAY_MS;
  it.each([
    ['the last 3 complete UTC days', OLD, calls(999, 10, 20, 30, 999), [60, 3 * DAY_MS]],
    ['the same from a registration at their start', START, calls(999, 8, 8, 8), [24, 3 * DAY_MS]],
    ['the time since a later registration', START + 1, calls(5, 8, 8, 8), [29, NOW - START - HOUR_MS]],
    ['24 hours since registration', NOW - DAY_MS, calls(14, 10), [24, DAY_MS]],
    ['nothing, less than 24 hours after registration', NOW - DAY_MS + 1, calls(500, 500), null],
    ['nothing, with 23 calls', OLD, calls(999, 10, 10, 3, 999), null],
    ['nothing, without calls', OLD, [], null],
  ])('is that of %s', (_, registeredAtMs, days, expected) => {
    const pace = paceOf(accountWith({ registeredAtMs, days }), NOW);
    expect(pace && [pace.calls, pace.spanMs]).toEqual(expected);
  });
});

describe('the forecast', () => {
  /** 100 calls a day. */
  const days = calls(0, 100, 100, 100);
  const at = (used: number, resetInMs: number) => {
    const registeredAtMs = NOW + resetInMs - CYCLE_MS;
    return forecast(accountWith({ registeredAtMs, days, cycle: { index: 0, used } }), NOW);
  };
  const resetAtMs = NOW + 5 * DAY_MS;
  it.each([
    ['runs out', 1_001, { kind: 'runs-out', atMs: NOW + 119 * HOUR_MS, resetAtMs }],
    ['lasts exactly until the reset', 1_000, { kind: 'lasts' }],
    ['lasts beyond the reset', 999, { kind: 'lasts' }],
    ['runs out with the last call', 1_499, { kind: 'runs-out', atMs: NOW, resetAtMs }],
    ['is none once no call is left', 1_500, null],
  ])('%s, at 100 calls a day and 5 days before the reset, with %i of 1500 used', (_, used, expected) => {
    expect(at(used, 5 * DAY_MS)).toEqual(expected);
  });

  it('is none for a disabled bot, and without a pace', () => {
    const account = accountWith({ registeredAtMs: NOW - 20 * DAY_MS, days });
    expect(forecast(account, NOW)).not.toBeNull();
    expect(forecast({ ...account, isDisabled: true }, NOW)).toBeNull();
    expect(forecast({ ...account, days: [] }, NOW)).toBeNull();
  });

  it('runs out before the reset exactly if the pace over the rest of the cycle exceeds what remains', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const expected = forecast(account, nowMs);
        const pace = paceOf(account, nowMs);
        if (expected === null || pace === null) return;
        const { remaining } = quotaOf(account);
        const leftMs = cycleEndMs(account.registeredAtMs, account.cycle.index) - nowMs;
        const made = Math.floor(((leftMs - 1) * pace.calls) / pace.spanMs);
        expect(expected.kind).toBe(made >= remaining ? 'runs-out' : 'lasts');
        if (expected.kind === 'runs-out') expect(expected.atMs).toBeGreaterThan(nowMs - HOUR_MS);
      }),
      { numRuns: 1_000 },
    );
  });
});

it.each([
  ['free', 0, 0],
  ['free', 30 * MINUTE_MS - 1, 0],
  ['free', 30 * MINUTE_MS, 1],
  ['premium', CYCLE_MS - 1, 8_639],
  ['business', CYCLE_MS + MINUTE_MS, 1],
] as const)('a punctual bot on %s has made, %i ms after registration, %i reports', (plan, ms, count) => {
  const index = Math.floor(ms / CYCLE_MS);
  expect(punctualReports(accountWith({ plan, cycle: { index, used: 0 } }), T0 + ms)).toBe(count);
});
