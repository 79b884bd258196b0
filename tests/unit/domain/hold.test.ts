import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, type PlanName } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideOrHold, decideReport, HOLD_MAX_MS } from '@/lib/domain/reports/decide';
import {
  accountWith,
  anyReport,
  anySettled,
  BOT_ID,
  intervalMs,
  OTHER_BOT_ID,
  REPORT,
  T0,
} from '@/tests/support/data/accounts';

const anyHold = fc.oneof(fc.constantFrom(0, 1, 50, 2_000, HOLD_MAX_MS), fc.nat({ max: HOLD_MAX_MS }));
/** Around the moment at which the next report is due. */
const anyEarly = fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -10, max: HOLD_MAX_MS + 10 }));

it('a report is held if it is too early by at most the hold and would otherwise be accepted, else decided; a hold changes nothing', () => {
  fc.assert(
    fc.property(
      anySettled,
      anyReport,
      anyHold,
      anyEarly,
      fc.boolean(),
      (any, report, holdMs, earlyMs, isOwn) => {
        const { account } = any;
        const dueMs = account.lastReport === null ? null : account.lastReport.atMs + intervalMs(account.plan);
        const nowMs = Math.max(any.nowMs, (dueMs ?? any.nowMs) - earlyMs);
        const botId = isOwn ? BOT_ID : OTHER_BOT_ID;
        const decided = decideReport(account, botId, report, nowMs, FORM);
        const held = decideOrHold(account, botId, report, nowMs, holdMs, FORM);
        const waitMs = (dueMs ?? nowMs) - nowMs;
        const isHeld =
          waitMs > 0 &&
          waitMs <= holdMs &&
          decided.outcome.kind === 'refused' &&
          decided.outcome.error === 'update_too_soon';
        const early = { account, effects: [], outcome: { kind: 'early', waitMs } };
        expect(held).toEqual(isHeld ? early : decided);
        if (isHeld) expect(held.account).toBe(account);
      },
    ),
    { numRuns: 2_000 },
  );
});

/** A month of a timer that fires every interval, `ppm` too slow, as the service serves it. Returns the share of refused reports. */
function monthOf(plan: PlanName, ppm: number, jitterMs: number, seed: number): number {
  const interval = intervalMs(plan);
  const tickMs = interval * (1 + ppm / 1e6);
  const jitters = fc.sample(fc.nat({ max: jitterMs }), { numRuns: 1_000, seed });
  let account = accountWith({ plan });
  let [refused, lastMs, shortestMs] = [0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ticks = Math.floor((30 * DAY_MS - interval) / tickMs);
  for (let i = 0; i < ticks; i++) {
    let nowMs = Math.floor(T0 + i * tickMs) + (jitters[i % jitters.length] ?? 0);
    let decision = decideOrHold(account, BOT_ID, REPORT, nowMs, 2_000, FORM);
    if (decision.outcome.kind === 'early') {
      nowMs += decision.outcome.waitMs;
      decision = decideOrHold(account, BOT_ID, REPORT, nowMs, 50, FORM);
    }
    account = { ...decision.account, days: [] };
    if (decision.outcome.kind === 'served') {
      shortestMs = Math.min(shortestMs, nowMs - lastMs);
      lastMs = nowMs;
    } else refused++;
  }
  expect(shortestMs).toBeGreaterThanOrEqual(interval);
  return refused / ticks;
}

it.each([
  ['business', 0.005],
  ['premium', 0.01],
  ['free', 0.05],
] as const)(
  'of a month of reports by a fixed timer on the %s plan, none is refused without drift; at 50 ppm at most %d',
  (plan, share) => {
    for (const seed of [1, 2]) expect(monthOf(plan, 0, 400, seed)).toBe(0);
    for (const ppm of [-50, 50]) expect(monthOf(plan, ppm, 400, 1)).toBeLessThanOrEqual(share);
  },
);
