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
  const full = { state: stopped, apiCalls: calls(1_500) };
  const fullSince = { ...full, since: { ...QUIET, stoppedAtMs: NOW - HOUR_MS } };
  const silentSince = { state: silent, lastReportAtMs: null, since: { ...QUIET, refusal } };
  const last = { state: { name: 'critical' }, apiCalls: calls(1_499), isAdmin: true } as const;
  const healthy = { name: 'healthy' } as const;
  const runsOut = { kind: 'runs-out', atMs: NOW + HOUR_MS, resetAtMs: NOW + 2 * HOUR_MS } as const;
  it.each<[string, Partial<SentenceFacts> & Pick<SentenceFacts, 'state'>, RegExp, string?]>([
    ['silent', { state: silent }, /23:05.*15 min.*No call was refused/, 'How to check'],
    ['silent, with a refused call', silentSince, /heartbeat.*2 min ago/, 'See refused calls'],
    ['stopped', fullSince, /Nov 28, 23:50.*22:50.*larger plan/, 'Compare plans'],
    ['stopped on the largest plan', { ...full, ...NO_UPGRADE }, /^(?!.*larger plan)/, 'See its calls'],
    ['disabled, to its owner', { state: disabled }, /22:50.*“Spam”.*Ask an admin/, 'See what happened'],
    ['disabled, to an admin', { state: disabled, isAdmin: true }, /22:50.*“Spam”.*You can/, 'Enable it'],
    ['critical', last, /99\.9%.*1 call is left.*Nov 30/, 'Compare plans'],
    ['new', { state: { name: 'new', isConnected: true } }, /Heartbeats/, 'Send the first report'],
    [
      'healthy',
      { state: healthy, forecast: { kind: 'lasts' } },
      /45 min ago.*900 calls left, enough until Nov 30/,
    ],
    ['waiting', { state: { name: 'waiting', restartedAtMs: NOW - MINUTE_MS } }, /restarted at 23:49/],
    [
      'running out',
      { state: healthy, forecast: runsOut },
      /tomorrow.*Nov 27.*00:50.*1 hour before/,
      'Compare plans',
    ],
  ])('of a bot that is %s says when, what and what to do', (_, facts, text, action) => {
    const sentence = stateSentence({ ...OWNER, ...facts }, UTC, NOW);
    // Which spaces a formatter writes depends on its version.
    expect(sentence.text.replace(/[\u00a0\u202f]/g, ' ')).toMatch(text);
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
