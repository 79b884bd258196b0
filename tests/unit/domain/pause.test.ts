import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import { botState } from '@/lib/domain/bots/bot-state';
import { coverageByDay } from '@/lib/domain/history/coverage';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { type Decision, decideReport } from '@/lib/domain/reports/decide';
import { decideSilence } from '@/lib/domain/silences/decide-silence';
import { joinedPauses, pausedMs, pausedUntilMs } from '@/lib/domain/silences/pause';
import { accountWith, BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';

const ALWAYS_SERVED = { servingTimes: [{ fromMs: 0, untilMs: T0 + 400 * DAY_MS }] };
const M = MINUTE_MS;
const H = HOUR_MS;

/** A Premium bot, silent 15 minutes after its last report, whose life is lived step by step. */
class Life {
  account: Account;
  readonly told: string[] = [];
  constructor() {
    this.account = accountWith({ plan: 'premium', registeredAtMs: T0 });
  }
  #take({ account, effects }: Decision<unknown>, nowMs: number) {
    this.account = account;
    for (const effect of effects) {
      if (effect.kind === 'event') this.told.push(`${effect.event.type} ${(nowMs - T0) / M}`);
    }
  }
  report(nowMs: number, serverCount = 100) {
    this.#take(decideReport(this.account, BOT_ID, { ...REPORT, serverCount }, nowMs, FORM), nowMs);
  }
  look(nowMs: number) {
    this.#take(decideSilence(this.account, ALWAYS_SERVED, nowMs), nowMs);
  }
  pause(untilMs: number) {
    this.account = { ...this.account, pausedUntilMs: untilMs };
  }
  /** Without what the quota tells. */
  get alarms() {
    return this.told.filter((each) => !each.startsWith('quota'));
  }
}

it('a year of nightly pauses tells nothing, and misses no silence that begins after one', () => {
  const life = new Life();
  const missed = new Set([100, 200, 300]);
  for (let day = 0; day < 365; day++) {
    const nightMs = T0 + day * DAY_MS;
    life.report(nightMs);
    life.pause(nightMs + 3 * H);
    // Nobody hears of it for three hours; on three mornings it does not come back before noon.
    const backMs = nightMs + (missed.has(day) ? 12 * H : 3 * H + 10 * M);
    for (let ms = nightMs + 5 * M; ms < nightMs + DAY_MS; ms += 5 * M) {
      if (ms >= backMs) life.report(ms, ms < nightMs + 3 * H ? 1 : 100);
      life.look(ms);
    }
  }
  expect(life.alarms).toEqual(
    [...missed].flatMap((day) => [
      `bot.silent ${(day * DAY_MS + 3 * H + 15 * M) / M}`,
      `bot.recovered ${(day * DAY_MS + 12 * H) / M}`,
    ]),
  );
});

it('a silence that was told before a pause gets its end, and is told once', () => {
  const life = new Life();
  life.report(T0);
  life.look(T0 + 15 * M);
  life.pause(T0 + 80 * M);
  for (let ms = T0 + 20 * M; ms < T0 + 3 * H; ms += 5 * M) life.look(ms);
  life.report(T0 + 3 * H);
  expect(life.alarms).toEqual(['bot.silent 15', 'bot.recovered 180']);
});

it('no state is silent while a pause lasts; the quota’s word is used, and disabled, stopped and new come first', () => {
  const silent = { plan: 'premium', registeredAtMs: T0, lastReport: { ...REPORT, atMs: T0 } } as const;
  const stateAt = (over: Partial<Account>, afterMs: number) => {
    const nowMs = T0 + afterMs;
    return botState(rollForward(accountWith({ ...silent, ...over }), nowMs), ALWAYS_SERVED, nowMs);
  };
  const paused = { pausedUntilMs: T0 + 5 * H };
  expect(stateAt(paused, 5 * H - 1)).toEqual({ name: 'planned', ...paused });
  expect(stateAt(paused, 5 * H + 15 * M - 1)).toEqual({ name: 'healthy' });
  expect(stateAt(paused, 5 * H + 15 * M)).toMatchObject({ name: 'silent', sinceMs: T0 });
  expect(stateAt({ ...paused, isDisabled: true }, H)).toMatchObject({ name: 'disabled' });
  expect(stateAt({ ...paused, lastReport: null }, H)).toEqual({ name: 'new' });
  expect(stateAt({ ...paused, cycle: { index: 0, used: 10_000_000 } }, H)).toMatchObject({ name: 'stopped' });
  // After a clock step back by a year.
  expect(stateAt({ pausedUntilMs: T0 + 365 * DAY_MS }, 5 * H)).toMatchObject({ name: 'silent' });
});

it.each([
  ['within a pause', [100, 5, 4], []],
  ['and back after it', [100, 5, 98], []],
  ['that lasts after it, against the report before it', [100, 5, 60], ['stats.dropped 100']],
])('a drop %s', (_, [before = 0, within = 0, after = 0], alarms) => {
  const life = new Life();
  life.report(T0, before);
  life.pause(T0 + (after === 4 ? 200 : 50) * M);
  life.report(T0 + 20 * M, 90);
  life.report(T0 + 40 * M, within);
  life.report(T0 + 100 * M, after);
  expect(life.alarms).toEqual(alarms);
  expect(life.account.alerts.beforePause).toBe(after === 4 ? before : null);
  life.report(T0 + 300 * M, after);
  expect(life.account.alerts.beforePause).toBeNull();
});

const anyPause = fc
  .record({ from: fc.integer({ min: 0, max: 2_000 }), minutes: fc.integer({ min: 0, max: 1_440 }) })
  .map(({ from, minutes }) => ({ fromMs: T0 + from * M, untilMs: T0 + (from + minutes) * M }));

it('joined pauses do not overlap, and cover the same minutes', () => {
  fc.assert(
    fc.property(fc.array(anyPause, { maxLength: 8 }), (pauses) => {
      const joined = joinedPauses(pauses);
      for (const [at, { fromMs }] of joined.entries())
        expect(fromMs).toBeGreaterThan(joined[at - 1]?.untilMs ?? 0);
      const minutes = Array.from({ length: 3_500 }, (_, i) => T0 + i * M);
      const paused = minutes.filter((ms) => pauses.some((each) => ms >= each.fromMs && ms < each.untilMs));
      expect(pausedMs(joined, T0, T0 + 3_500 * M)).toBe(paused.length * M);
    }),
  );
});

it('a pause ends at its end, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }), (ms) => {
      const untilMs = pausedUntilMs({ pausedUntilMs: T0 }, T0 + ms);
      expect(untilMs).toBe(ms < 0 && ms >= -DAY_MS ? T0 : null);
    }),
  );
});

it('coverage leaves a pause out, and the reports within it', () => {
  const nowMs = T0 - (T0 % DAY_MS) + 2 * DAY_MS;
  const dayMs = nowMs - DAY_MS;
  const account = {
    plan: 'free',
    planChangedAtMs: null,
    formerIntervalMinutes: null,
    reportsTotal: 99,
  } as const;
  const received = [{ atMs: dayMs, firstAtMs: dayMs, reports: 40 }];
  const pauses = [{ fromMs: dayMs, untilMs: dayMs + 6 * H }];
  const planned = { pauses, reports: [{ atMs: dayMs, reports: 10 }] };
  const { all, days } = coverageByDay(account, received, dayMs, nowMs - 1, planned);
  expect(days).toEqual([
    { date: '2026-01-20', pausedMs: 6 * H, expected: 35, received: 30, percentage: 85.71 },
  ]);
  expect(all).toMatchObject({ expected: 35, received: 30 });
  const whole = { pauses: [{ fromMs: dayMs - CYCLE_MS, untilMs: nowMs }], reports: [] };
  expect(coverageByDay(account, [], dayMs, nowMs - 1, whole).all.percentage).toBeNull();
});
