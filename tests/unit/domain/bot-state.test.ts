import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import {
  API_STATES,
  apiState,
  BOT_STATES,
  type BotState,
  botState,
  WORST_FIRST,
} from '@/lib/domain/bots/bot-state';
import { CYCLE_MS, cycleEndMs } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import type { Signs } from '@/lib/domain/silences/silence';
import { botPageTitle, stateWord } from '@/lib/view/state-words';
import { accountWith, anySettled, REPORT, T0 } from '@/tests/support/data/accounts';

const ALWAYS = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };
const ALWAYS_SERVED: Signs = { servingTimes: [ALWAYS] };

const stateOf = (over: Partial<Account>, nowMs: number, signs: Partial<Signs> = {}): BotState =>
  botState(rollForward(accountWith(over), nowMs), { ...ALWAYS_SERVED, ...signs }, nowMs);
const reportAt = (atMs: number) => ({ ...REPORT, atMs });
const used = (count: number) => ({ cycle: { index: 0, used: count } });

/** After three intervals of the Free plan. */
const SILENT = { name: 'silent', sinceMs: T0, limitMs: 90 * MINUTE_MS } as const;
const DISABLED = { name: 'disabled', atMs: null, reason: null } as const;
const beating = { lastHeartbeatAtMs: T0 + DAY_MS };
const CONNECTED = { name: 'new', isConnected: true } as const;

describe('the first state that holds', () => {
  const lastReport = reportAt(T0);
  it.each<[string, Partial<Account>, BotState]>([
    ['disabled, though stopped', { isDisabled: true, ...used(1_500) }, DISABLED],
    ['stopped, though new', used(1_500), { name: 'stopped', untilMs: T0 + CYCLE_MS }],
    ['stopped, though silent', { ...used(1_501), lastReport }, { name: 'stopped', untilMs: T0 + CYCLE_MS }],
    ['new, though silent and critical', used(1_499), { name: 'new' }],
    ['new, connected with heartbeats alone', { lastHeartbeatAtMs: T0 + DAY_MS }, CONNECTED],
    ['the same after a clock step back', { lastHeartbeatAtMs: T0 + 9 * DAY_MS }, CONNECTED],
    ['silent after heartbeats alone', { lastHeartbeatAtMs: T0 }, SILENT],
    ['warning, though it never reported', { ...used(1_200), ...beating }, { name: 'warning' }],
    ['silent, though critical', { ...used(1_499), lastReport }, SILENT],
  ])('is %s', (_, over, state) => {
    expect(stateOf(over, T0 + DAY_MS)).toEqual(state);
  });

  it.each([
    [1_499, 'critical'],
    [1_425, 'critical'],
    [1_424, 'warning'],
    [1_200, 'warning'],
    [1_199, 'healthy'],
  ])('with %i of 1500 calls used and a recent report is %s', (count, name) => {
    expect(stateOf({ ...used(count), lastReport }, T0 + 1)).toEqual({ name });
  });

  it('is the same for any account, in the order of the list', () => {
    fc.assert(
      fc.property(anySettled, fc.boolean(), ({ account, nowMs }, isServed) => {
        const signs = { servingTimes: isServed ? [ALWAYS] : [] };
        const state = botState(account, signs, nowMs);
        const name = apiState(state);
        const holds = {
          disabled: account.isDisabled,
          stopped: quotaOf(account).isExhausted,
          new: state.name === 'new' && !state.isConnected,
          silent: name === 'silent',
          [quotaOf(account).status]: true,
        } as Partial<Record<string, boolean>>;
        expect(name).toBe(API_STATES.find((each) => holds[each]));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is healthy for the API and “New, connected” on pages, after heartbeats alone', () => {
    expect([CONNECTED, { name: 'new' } as const].map(apiState)).toEqual(['healthy', 'new']);
    expect([CONNECTED, { name: 'new' } as const].map(stateWord)).toEqual(['New, connected', 'New']);
    const quiet = [
      { name: 'planned', pausedUntilMs: 1 },
      { name: 'waiting', restartedAtMs: 1 },
    ] as const;
    expect(quiet.map(stateWord)).toEqual(['Planned silence', 'Waiting']);
    expect(quiet.map(apiState)).toEqual(['healthy', 'healthy']);
    const apiCalls = { used: 0, limit: 1, percentage: 0 };
    expect(botPageTitle({ state: CONNECTED, apiCalls, name: 'Tide' }, 'Keys')).toBe(
      'Tide · New, connected · Keys',
    );
  });

  it('has a place in the order of lists', () => {
    expect(WORST_FIRST.toSorted()).toEqual(BOT_STATES.toSorted());
  });
});

/** Bots that made their last report at T0, by what postpones their silence. */
describe('a bot is silent', () => {
  const H = HOUR_MS;
  const M = MINUTE_MS;
  /** In a later cycle, well after its start. */
  const old = { registeredAtMs: T0 - CYCLE_MS - 10 * DAY_MS };
  const free = { ...old, plan: 'free' } as const;
  const changed = { planChangedAtMs: T0 - DAY_MS + 2 * H, formerIntervalMinutes: 30 };
  const upgraded = { ...old, plan: 'premium', ...changed } as const;
  const namesAround = (ms: number, over: Partial<Account>, signs: Partial<Signs> = {}) =>
    [ms - 1, ms, ms + 1].map((at) => stateOf({ lastReport: reportAt(T0), ...over }, T0 + at, signs).name);

  it.each<[string, Partial<Account>, number]>([
    ['on Free after 3 intervals', free, 90 * M],
    ['on Premium after 3 intervals', { ...old, plan: 'premium' }, 15 * M],
    ['on Business after 15 minutes', { ...old, plan: 'business' }, 15 * M],
    ['after its own shorter time', { ...free, silentAfterMs: 5 * M }, 5 * M],
    ['after its own longer time', { ...free, silentAfterMs: 7 * DAY_MS }, 7 * DAY_MS],
    ['counted from its last heartbeat', { ...free, lastHeartbeatAtMs: T0 + H }, H + 90 * M],
    ['counted from its report after a heartbeat', { ...free, lastHeartbeatAtMs: T0 - H }, 90 * M],
    ['counted from being enabled', { ...free, enabledAtMs: T0 + H }, H + 90 * M],
    ['counted from the reset', { registeredAtMs: T0 + H - CYCLE_MS }, H + 90 * M],
    ['counted from a plan change', { ...old, plan: 'premium', planChangedAtMs: T0 + H }, H + 15 * M],
    ['after the former plan’s limit within 24 h', upgraded, 90 * M],
    ['after the new plan’s limit after 24 h', { ...upgraded, planChangedAtMs: T0 - DAY_MS + H }, H],
    ['after the new plan’s longer limit', { ...upgraded, plan: 'free', formerIntervalMinutes: 5 }, 90 * M],
    ['after its own time, whatever the plans’ limits', { ...upgraded, silentAfterMs: 5 * M }, 5 * M],
  ])('%s', (_, over, afterMs) => {
    expect(namesAround(afterMs, over)).toEqual(['healthy', 'silent', 'silent']);
  });

  it('not counting time in which nothing was serving', () => {
    const before = { fromMs: 0, untilMs: T0 + 80 * M };
    const servingTimes = [before, { fromMs: T0 + 9 * H, untilMs: T0 + 99 * H }];
    const names = namesAround(9 * H + 10 * M, free, { servingTimes });
    expect(names).toEqual(['waiting', 'silent', 'silent']);
  });

  it('or waits for its first report since the service restarted, if it would be silent but for an outage', () => {
    const before = { fromMs: 0, untilMs: T0 + 80 * M };
    // Of two instances, and a third that began later.
    const after = [
      { fromMs: T0 + 9 * H, untilMs: T0 + 9 * H + 5 * M },
      { fromMs: T0 + 9 * H + M, untilMs: T0 + 99 * H },
      { fromMs: T0 + 9 * H + 6 * M, untilMs: T0 + 99 * H },
    ];
    const at = (ms: number, over: Partial<Account> = {}) =>
      stateOf({ lastReport: reportAt(T0), ...free, ...over }, T0 + ms, { servingTimes: [before, ...after] });
    const waiting = { name: 'waiting', restartedAtMs: T0 + 9 * H };
    expect([at(80 * M), at(9 * H + M), at(9 * H + 10 * M - 1)]).toEqual([
      { name: 'healthy' },
      waiting,
      waiting,
    ]);
    expect(at(9 * H + 10 * M).name).toBe('silent');
    expect(at(9 * H + M, { lastReport: reportAt(T0 + 9 * H + 1) })).toEqual({ name: 'healthy' });
    expect(at(9 * H + M, { pausedUntilMs: T0 + 10 * H })).toEqual({
      name: 'planned',
      pausedUntilMs: T0 + 10 * H,
    });
  });

  it('since its last report or heartbeat, whichever is later', () => {
    const over = { lastReport: reportAt(T0), enabledAtMs: T0 + HOUR_MS };
    expect(stateOf(over, T0 + DAY_MS)).toEqual(SILENT);
    expect(stateOf({ ...over, lastHeartbeatAtMs: T0 + 5 }, T0 + DAY_MS)).toEqual({
      ...SILENT,
      sinceMs: T0 + 5,
    });
  });

  it('never without a serving instance, and not before its limit after a clock step back', () => {
    const over = { lastReport: reportAt(T0) };
    expect(stateOf(over, T0 + DAY_MS, { servingTimes: [] }).name).toBe('healthy');
    const ahead = { lastReport: reportAt(T0 + DAY_MS), enabledAtMs: T0 + DAY_MS };
    expect(stateOf(ahead, T0 + 90 * MINUTE_MS).name).toBe('healthy');
  });

  it('90 minutes later at the latest on any plan, if nothing more is heard of it', () => {
    fc.assert(
      fc.property(anySettled, ({ account, nowMs }) => {
        const later = nowMs + 90 * MINUTE_MS;
        fc.pre(later < cycleEndMs(account.registeredAtMs, account.cycle.index));
        const { name } = botState(account, ALWAYS_SERVED, nowMs);
        const lasting = name === 'disabled' || name === 'stopped' || name === 'new';
        expect(botState(account, ALWAYS_SERVED, later).name).toBe(lasting ? name : 'silent');
      }),
      { numRuns: 500 },
    );
  });
});
