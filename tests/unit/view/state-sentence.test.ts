import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { botState } from '@/lib/domain/bots/bot-state';
import { forecast } from '@/lib/domain/quota/forecast';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { type SentenceFacts, stateSentence } from '@/lib/view/state-sentence';
import { anySettled } from '@/tests/support/data/accounts';

const UTC = { timeZone: 'UTC' };
const NOW = Date.UTC(2026, 10, 26, 23, 50);
const calls = (used: number) => ({ used, limit: 1_500, percentage: (used / 1_500) * 100 });
const QUIET = { stoppedAtMs: null, refusal: null };
const NO_UPGRADE = { hasLargerPlan: false } as const;

const OWNER: Omit<SentenceFacts, 'state'> = {
  botId: '1283746529000000011',
  apiCalls: calls(600),
  lastReportAtMs: NOW - 45 * MINUTE_MS,
  resetAtMs: NOW + 84 * HOUR_MS,
  forecast: null,
  since: QUIET,
  hasLargerPlan: true,
  isAdmin: false,
};
const disabled = { name: 'disabled', atMs: NOW - HOUR_MS, reason: 'Spam' } as const;
const silent = { name: 'silent', sinceMs: NOW - 45 * MINUTE_MS, limitMs: 15 * MINUTE_MS } as const;
const stopped = { name: 'stopped', untilMs: NOW + 48 * HOUR_MS } as const;
const refusal = { atMs: NOW - 120_000, error: 'update_too_soon' };

describe('the sentence', () => {
  it.each<[string, Partial<SentenceFacts> & Pick<SentenceFacts, 'state'>, string, string | undefined]>([
    [
      'a bot that is silent after a report',
      { state: silent },
      'Nothing heard for 45 min. The last report came at 23:05 UTC; the next was due within 15 min. No call was refused since.',
      'How to check',
    ],
    [
      'one that is silent after a heartbeat, with a refused call',
      { state: silent, lastReportAtMs: null, since: { ...QUIET, refusal } },
      'Nothing heard for 45 min. The last heartbeat came at 23:05 UTC; the next was due within 15 min. A call was refused 2 min ago: Too soon.',
      'See refused calls',
    ],
    [
      'a stopped bot',
      { state: stopped, apiCalls: calls(1_500), since: { ...QUIET, stoppedAtMs: NOW - HOUR_MS } },
      'No calls are left. Reports are refused until Nov 28, 23:50 UTC. The last of 1,500 calls came at 22:50 UTC. Let the bot call less often, or ask an admin for a larger plan.',
      'Compare plans',
    ],
    [
      'a stopped bot on the largest plan, when that began is unknown',
      { state: stopped, apiCalls: calls(1_500), ...NO_UPGRADE },
      'No calls are left. Reports are refused until Nov 28, 23:50 UTC. Let the bot call less often.',
      'See its calls',
    ],
    [
      'a disabled bot, to its owner',
      { state: disabled },
      'An admin disabled this bot (22:50 UTC): “Spam”. All its calls are refused. Ask an admin to enable it.',
      'See what happened',
    ],
    [
      'the same without a reason, to an admin',
      { state: { ...disabled, reason: null }, isAdmin: true },
      'An admin disabled this bot (22:50 UTC). All its calls are refused. You can enable it.',
      'Enable it',
    ],
    [
      'a bot with its last call left',
      { state: { name: 'critical' }, apiCalls: calls(1_499), isAdmin: true },
      '99.9% of the quota is used. 1 call is left until the reset on Nov 30. Let the bot call less often, or give it a larger plan.',
      'Compare plans',
    ],
    [
      'a bot whose calls last',
      { state: { name: 'warning' }, apiCalls: calls(1_200), forecast: { kind: 'lasts' } },
      '80% of the quota is used. At this pace it lasts until the reset on Nov 30.',
      'Compare plans',
    ],
    ['a new bot', { state: { name: 'new' } }, 'Three steps to the first report.', 'Send the first report'],
    [
      'a bot with heartbeats alone',
      { state: { name: 'new', isConnected: true } },
      'Heartbeats arrive, but no report has yet.',
      'Send the first report',
    ],
    [
      'a healthy bot whose calls last',
      { state: { name: 'healthy' }, forecast: { kind: 'lasts' } },
      'All good. Last report 45 min ago; 900 calls left, enough until Nov 30.',
      undefined,
    ],
    [
      'a healthy bot',
      { state: { name: 'healthy' } },
      'All good. Last report 45 min ago; 900 calls left until Nov 30.',
      undefined,
    ],
    [
      'a bot that has not reported since Botmeter was down',
      { state: { name: 'healthy', restartedAtMs: NOW - MINUTE_MS } },
      'Waiting for its first report since Botmeter restarted at 23:49 UTC. Last report 45 min ago; 900 calls left until Nov 30.',
      undefined,
    ],
    [
      'such a bot that is in its planned silence and runs out',
      {
        state: { name: 'healthy', pausedUntilMs: NOW + MINUTE_MS },
        forecast: { kind: 'runs-out', atMs: NOW + HOUR_MS, resetAtMs: NOW + 2 * HOUR_MS },
        ...NO_UPGRADE,
      },
      'Planned silence until 23:51 UTC: nobody is told. The quota runs out tomorrow, Nov 27, at about 00:50 UTC. 900 calls are left; at this pace they end 1 hour before the reset. Reports are refused from then until Nov 27, 01:50 UTC. Let the bot call less often.',
      'See its calls',
    ],
  ])('about %s', (_, facts, text, action) => {
    const sentence = stateSentence({ ...OWNER, ...facts }, UTC, NOW);
    // Which spaces a formatter writes depends on its version.
    expect(sentence.text.replace(/[\u00a0\u202f]/g, ' ')).toBe(text);
    expect(sentence.action?.label).toBe(action);
  });

  it('is complete for any account, and never sends an admin to an admin', () => {
    fc.assert(
      fc.property(anySettled, fc.boolean(), fc.boolean(), ({ account, nowMs }, isAdmin, hasLargerPlan) => {
        const state = botState(account, { servingTimes: [{ fromMs: 0, untilMs: nowMs }] }, nowMs);
        const facts = {
          ...OWNER,
          state,
          isAdmin,
          hasLargerPlan,
          apiCalls: quotaOf(account),
          lastReportAtMs: account.lastReport?.atMs ?? null,
          forecast: forecast(account, nowMs),
        };
        const { text, lead } = stateSentence(facts, UTC, nowMs);
        expect(text).toMatch(/^[A-Z0-9].+\.$/);
        expect(text.startsWith(lead)).toBe(true);
        expect(text).not.toMatch(/undefined|NaN|null|false|Infinity|invalid|[.] [.]|\b1 calls|−/);
        if (isAdmin) expect(text).not.toContain('sk an admin');
      }),
    );
  });
});
