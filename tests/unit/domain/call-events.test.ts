import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { type Account, NO_ALERTS, rollForward } from '@/lib/domain/bots/account';
import { cycleEndMs } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { eventsOfPlanChange, quotaCrossing } from '@/lib/domain/reports/call-events';
import { type Decision, decideReport, decideUsageRead } from '@/lib/domain/reports/decide';
import { accountWith, anyPlan, intervalMs, REPORT, T0 } from '@/tests/support/data/accounts';

/** A bot with a store of events, which keeps one of each type and period. */
class Simulation {
  nowMs = T0;
  account: Account;
  readonly stored: NewEvent[] = [];
  constructor(plan: PlanName = 'free') {
    this.account = accountWith({ plan });
  }
  /** Returns which events were stored. */
  call(decide: (account: Account, nowMs: number) => Decision<unknown>): string[] {
    const { account, effects } = decide(this.account, this.nowMs);
    this.account = account;
    return this.#store(effects.flatMap((effect) => (effect.kind === 'event' ? [effect.event] : [])));
  }
  report = (serverCount = 4) =>
    this.call((account, nowMs) =>
      decideReport(account, account.botId, { ...REPORT, serverCount }, nowMs, FORM),
    );
  read = () => this.call((account, nowMs) => decideUsageRead(account, nowMs, FORM));
  changePlan(plan: PlanName): string[] {
    const before = rollForward(this.account, this.nowMs);
    this.account = { ...before, plan };
    const noted = eventsOfPlanChange(before, this.account, this.nowMs);
    this.account = { ...this.account, alerts: noted?.alerts ?? this.account.alerts };
    return this.#store(noted?.events ?? []);
  }
  #store(events: readonly NewEvent[]): string[] {
    const isKnown = (event: NewEvent) =>
      this.stored.some(({ type, period }) => type === event.type && period === event.period);
    const added = events.filter((event) => !isKnown(event));
    this.stored.push(...added);
    return added.map(({ type }) => type);
  }
  of = (type: string) => this.stored.filter((event) => event.type === type);
}

const LEVELS = ['quota.warning', 'quota.critical', 'quota.exhausted'];
/** How many thresholds are reached: exactly, in whole numbers. */
const levelOf = ({ cycle, plan }: Account) =>
  [80, 95, 100].filter((percent) => cycle.used * 100 >= PLANS[plan].callsPerCycle * percent).length;
const periodOf = ({ cycle, plan }: Account) => `${cycle.index}:${plan}`;

describe('a threshold of the quota', () => {
  it.each([
    [1_199, 1_199, null],
    [1_199, 1_200, 'quota.warning'],
    [1_200, 1_201, null],
    [1_424, 1_425, 'quota.critical'],
    [1_499, 1_500, 'quota.exhausted'],
    [1_500, 1_501, null],
    [1_199, 1_425, 'quota.critical'],
    [0, 1_500, 'quota.exhausted'],
  ])('crossed from %i to %i of 1500 is %s', (from, to, expected) => {
    expect(quotaCrossing({ used: from, limit: 1_500 }, { used: to, limit: 1_500 })).toBe(expected);
  });

  const anyStep = fc.oneof(
    { weight: 4, arbitrary: fc.record({ calls: fc.integer({ min: 1, max: 1_600 }) }) },
    { weight: 3, arbitrary: fc.record({ plan: anyPlan }) },
    { weight: 2, arbitrary: fc.record({ waitMs: fc.nat({ max: 20 * DAY_MS }) }) },
    { weight: 1, arbitrary: fc.record({ waitMs: fc.integer({ min: -40 * DAY_MS, max: 0 }) }) },
  );
  it('is noted by the call or the plan change that crosses it, the highest alone, once per cycle and plan', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
        const bot = new Simulation();
        const isMonotonic = steps.every((step) => !('waitMs' in step) || step.waitMs >= 0);
        const highest = new Map<string, number>();
        const restorable = new Set<string>();
        const act = (run: () => string[], isCall: boolean) => {
          const from = bot.stored.length;
          const before = rollForward(bot.account, bot.nowMs);
          run();
          const noted = bot.stored.slice(from);
          const { account } = bot;
          const [period, level] = [periodOf(account), levelOf(account)];
          const isCounted = account.cycle.used > before.cycle.used;
          // Most of thousands of calls cross nothing: assertions for each of them would take most of the time.
          if (noted.length > 0 || level > levelOf(before)) {
            const quota = noted.filter(({ type }) => LEVELS.includes(type)).map(({ type }) => type);
            const isNew =
              level > levelOf(before) && !bot.stored.slice(0, from).some(isOf(LEVELS[level - 1], period));
            expect(quota).toEqual(isNew ? [LEVELS[level - 1]] : []);
            const restored = noted.filter(({ type }) => type === 'quota.restored');
            for (const one of restored) expect(isCounted && restorable.delete(one.period)).toBe(true);
          }
          if (isCall && isCounted) restorable.clear();
          if (noted.some(({ type }) => type === 'quota.exhausted')) restorable.add(period);
          if (!isCall || isCounted) highest.set(period, Math.max(level, highest.get(period) ?? 0));
        };
        for (const step of steps) {
          if ('waitMs' in step) bot.nowMs += step.waitMs;
          if ('plan' in step) act(() => bot.changePlan(step.plan), false);
          if ('calls' in step) for (let i = 0; i < step.calls; i++) act(bot.read, true);
        }
        // A clock step back carries a count into a cycle without a call that crosses anything.
        for (const [period, level] of isMonotonic ? highest : []) {
          const noted = bot.stored.filter((event) => LEVELS.includes(event.type) && event.period === period);
          expect(noted.at(-1)?.type).toBe(LEVELS[level - 1]);
        }
      }),
      { numRuns: 60 },
    );
  });
  const isOf = (type: string | undefined, period: string) => (event: NewEvent) =>
    event.type === type && event.period === period;

  it.each([
    ['an upgrade', (bot: Simulation) => bot.changePlan('premium')],
    [
      'the reset',
      (bot: Simulation) => {
        bot.nowMs += 30 * DAY_MS;
      },
    ],
  ])('that is the last: after %s, the first counted call tells quota.restored once', (_, resume) => {
    const bot = new Simulation();
    for (let i = 0; i < 1_500; i++) bot.read();
    expect([bot.stored.map(({ type }) => type), bot.read()]).toEqual([LEVELS, []]);
    resume(bot);
    expect([bot.read(), bot.read(), bot.account.alerts]).toEqual([['quota.restored'], [], NO_ALERTS]);
  });
});

describe('a forecast', () => {
  /** Lets a bot report at each interval for some days and read every hour, if it does. */
  function punctual(plan: PlanName, days: number, isReading = false): Simulation {
    const bot = new Simulation(plan);
    for (const endMs = T0 + days * DAY_MS; bot.nowMs < endMs; bot.nowMs += intervalMs(plan)) {
      bot.report();
      if (isReading && (bot.nowMs - T0) % HOUR_MS === 0) bot.read();
    }
    return bot;
  }

  it.each([
    ['free', 365],
    ['premium', 365],
    ['business', 95],
  ] as const)('is not noted of a punctual bot on %s in %i days', (plan, days) => {
    const bot = punctual(plan, days);
    expect([bot.account.reportsTotal > 17_000, bot.of('quota.forecast')]).toEqual([true, []]);
  });

  it('is noted of a Free bot with a counted read every hour 10 days before its calls end, once a cycle', () => {
    const bot = punctual('free', 365, true);
    const [noted, ended] = [bot.of('quota.forecast'), bot.of('quota.exhausted')];
    expect(ended).toHaveLength(12);
    for (const { period, atMs } of ended) {
      const before = noted.filter((event) => event.period === period);
      expect([before.length, atMs - (before[0]?.atMs ?? atMs) >= 10 * DAY_MS]).toEqual([1, true]);
    }
  });

  it.each([
    ['with 99 calls in the pace', 33, 0, false],
    ['with 100', 33, 1, true],
  ])('is %s noted: %#', (_, perDay, more, isNotified) => {
    const bot = new Simulation();
    const day = Math.floor(T0 / DAY_MS) + 5;
    bot.nowMs = day * DAY_MS;
    const days = [3, 2, 1].map((ago) => ({
      day: day - ago,
      calls: perDay + (ago === 1 ? more : 0),
      rejected: 0,
    }));
    // 100 calls in 3 days are 33 a day, and 25 days are left.
    bot.account = accountWith({ days, cycle: { index: 0, used: 800 } });
    expect(bot.read()).toEqual(isNotified ? ['quota.forecast'] : []);
  });

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('whose end is 24 h before the reset and %i ms later is noted: %s', (byMs, isNotified) => {
    const bot = new Simulation();
    // 72 calls a day: one every 20 minutes.
    const day = Math.floor(T0 / DAY_MS) + 10;
    const days = [3, 2, 1].map((ago) => ({ day: day - ago, calls: 72, rejected: 0 }));
    bot.nowMs = day * DAY_MS;
    const endMs = bot.nowMs + 100 * (DAY_MS / 72);
    const registeredAtMs = endMs + DAY_MS - byMs - (cycleEndMs(T0, 0) - T0);
    bot.account = accountWith({ registeredAtMs, days, cycle: { index: 0, used: 1_399 } });
    expect(bot.read()).toEqual(isNotified ? ['quota.forecast'] : []);
  });
});

it('a drop of servers is noted at 30 % and 10 servers, and not again until the count is back to 90 % or a day passed', () => {
  const bounds = [0, 7, 10, 11, 20, 29, 63, 64, 70, 71, 89, 90, 91, 99, 100];
  const anyCount = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...bounds) }, fc.nat({ max: 10_000 }));
  const anyReports = fc.array(fc.tuple(anyCount, fc.constantFrom(1, 1, 10, 47, 48)), { maxLength: 60 });
  fc.assert(
    fc.property(anyReports, (reports) => {
      const bot = new Simulation('free');
      let [before, muted] = [null as number | null, null as { before: number; untilMs: number } | null];
      for (const [servers, intervals] of reports) {
        bot.nowMs += intervals * intervalMs('free');
        if (muted !== null && (servers * 10 >= muted.before * 9 || bot.nowMs >= muted.untilMs)) muted = null;
        const isDrop = before !== null && before - servers >= 10 && servers * 10 <= before * 7;
        const noted = bot.report(servers).filter((type) => type === 'stats.dropped');
        expect(noted).toEqual(isDrop && muted === null ? ['stats.dropped'] : []);
        if (isDrop && muted === null) muted = { before: before ?? 0, untilMs: bot.nowMs + DAY_MS };
        before = servers;
      }
    }),
  );
});
