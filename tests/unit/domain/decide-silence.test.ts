import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Account, NO_ALERTS, rollForward } from '@/lib/domain/bots/account';
import { botState } from '@/lib/domain/bots/bot-state';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideReport } from '@/lib/domain/reports/decide';
import type { Effect } from '@/lib/domain/reports/effect';
import { decideHeartbeat, decideSilence } from '@/lib/domain/silences/decide-silence';
import { quietMs, silentAfterMs } from '@/lib/domain/silences/silence';
import { intervalMinutesInForce } from '@/lib/domain/silences/silence-terms';
import { accountWith, anyPlan, BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';

const ALWAYS_SERVED = { servingTimes: [{ fromMs: 0, untilMs: T0 + CYCLE_MS }] };
const M = MINUTE_MS;
const H = HOUR_MS;
/** A Free bot, silent 90 minutes after its report at T0. */
const reported = (over: Partial<Account> = {}) =>
  accountWith({ registeredAtMs: T0 - CYCLE_MS / 2, lastReport: { ...REPORT, atMs: T0 }, ...over });
const recovered = { alerts: { ...NO_ALERTS, recoveredAtMs: T0 } };

it.each<[string, Partial<Account>, number]>([
  ['at its time', {}, 90 * M],
  ['at its own time', { silentAfterMs: 5 * M }, 5 * M],
  ['after twice its time if one has just ended', recovered, 180 * M],
  ['after 6 h if twice its time is longer', { ...recovered, silentAfterMs: 5 * H }, 6 * H],
  [
    'at its time again 6 h after the last one',
    { alerts: { ...NO_ALERTS, recoveredAtMs: T0 - 6 * H } },
    90 * M,
  ],
])('a silence is notified %s', (_, over, afterMs) => {
  const notified = [-1, 0].map(
    (ms) => decideSilence(reported(over), ALWAYS_SERVED, T0 + afterMs + ms).effects,
  );
  const data = { lastSignAt: '2026-01-19T03:00:00.123Z', silentSeconds: afterMs / 1_000 };
  expect(notified).toMatchObject([[], [{ event: { type: 'bot.silent', data } }]]);
});

it.each<[string, Partial<Account>]>([
  ['disabled', { isDisabled: true }],
  ['stopped', { cycle: { index: 0, used: 1_500 } }],
  ['new', { lastReport: null }],
  ['notified', { alerts: { ...NO_ALERTS, silentSinceMs: T0 } }],
])('no silence is notified of a bot that is %s, and nothing is written', (_, over) => {
  const account = reported(over);
  const decision = decideSilence(account, ALWAYS_SERVED, T0 + 20 * H);
  expect(decision.account).toBe(account);
  expect(decision.effects).toEqual([]);
});

it.each([6 * H - 1, 6 * H])('the end of a silence is forgotten 6 h later, here after %i ms', (ms) => {
  const { alerts } = decideReport(reported(recovered), BOT_ID, REPORT, T0 + ms, FORM).account;
  expect(alerts).toEqual(ms < 6 * H ? recovered.alerts : NO_ALERTS);
});

const anyStep = fc.record({
  act: fc.oneof(
    fc.constantFrom('report', 'heartbeat', 'late heartbeat', 'restart', 'disable', 'enable', 'nothing'),
    anyPlan.map((plan) => ({ plan })),
    fc.constantFrom(null, 5 * M, 3 * H).map((silentAfterMs) => ({ silentAfterMs })),
  ),
  minutes: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 240 })),
});

it('each silence is notified once, at its time, and its end once, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const notified: string[] = [];
      const servingTimes = [{ fromMs: 0, untilMs: T0 }];
      let account = accountWith({ registeredAtMs: T0 - CYCLE_MS + 9 * H });
      let nowMs = T0;
      let isServing = true;
      const write = (decision: { account: Account; effects: readonly Effect[] }) => {
        ({ account } = decision);
        for (const effect of decision.effects) {
          if (effect.kind === 'event') notified.push(`${effect.event.type} ${effect.event.period}`);
        }
      };
      const look = () => {
        const signs = { servingTimes };
        account = rollForward(account, nowMs);
        const isSilent = botState(account, signs, nowMs).name === 'silent';
        const isNotified = account.alerts.silentSinceMs !== null;
        write(decideSilence(account, signs, nowMs));
        const { recoveredAtMs, silentSinceMs } = account.alerts;
        const isMuted =
          nowMs - (recoveredAtMs ?? 0) < 6 * H &&
          quietMs(account, signs, nowMs) < 2 * silentAfterMs(account, nowMs);
        if (!isNotified) expect(silentSinceMs !== null).toBe(isSilent && !isMuted);
      };
      for (const { act, minutes } of steps) {
        if (act === 'restart') isServing = !isServing;
        else if (act === 'disable') account = { ...account, isDisabled: true };
        else if (act === 'enable') account = { ...account, isDisabled: false, enabledAtMs: nowMs };
        else if (typeof act !== 'string' && 'plan' in act) {
          const formerIntervalMinutes = intervalMinutesInForce(account, nowMs);
          account = { ...account, ...act, planChangedAtMs: nowMs, formerIntervalMinutes };
        } else if (typeof act !== 'string') account = { ...account, ...act };
        else if (isServing && act === 'report') {
          const decision = decideReport(account, account.botId, REPORT, nowMs, FORM);
          write(decision);
          if (decision.outcome.kind === 'served') expect(account.alerts.silentSinceMs).toBeNull();
        } else if (isServing && !account.isDisabled && act.endsWith('heartbeat')) {
          account = { ...account, lastHeartbeatAtMs: nowMs };
          if (act === 'heartbeat') write(decideHeartbeat(account, nowMs));
        }
        for (let minute = 0; minute < minutes; minute++) {
          nowMs += M;
          if (!isServing) continue;
          const last = servingTimes.at(-1);
          if (last?.untilMs === nowMs - M) last.untilMs = nowMs;
          else servingTimes.push({ fromMs: nowMs - M, untilMs: nowMs });
          look();
        }
      }
      expect(new Set(notified).size).toBe(notified.length);
      for (const [i, event] of notified.entries()) {
        const [type, period] = event.split(' ');
        expect(type).toBe(i % 2 === 0 ? 'bot.silent' : 'bot.recovered');
        if (i % 2 === 1) expect(notified[i - 1]).toBe(`bot.silent ${period}`);
      }
      expect(notified.length % 2 === 1).toBe(account.alerts.silentSinceMs !== null);
    }),
    { numRuns: 150 },
  );
});
