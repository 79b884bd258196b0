import { type Account, NO_ALERTS } from '@/lib/domain/bots/account';
import {
  CYCLE_MS,
  cycleIndexAt,
  cycleStartMs,
  DAY_COUNTS_KEPT,
  type DayCount,
  dayOf,
} from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { COUNTED_OPERATIONS, FORM, type UsagePart } from '@/lib/domain/quota/usage-part';
import type { TimedReport } from '@/lib/domain/reports/report';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';

/** Realistic history for the demo's bots, deterministic per bot and time. */

export type DemoBot = {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  /** Servers today; the history grows towards this number. */
  readonly servers: number;
  readonly shards: number;
  /** Calls of the current cycle. */
  readonly used: number;
  /** Days since the current cycle began. */
  readonly cycleDays: number;
};

const CYCLES_BEFORE = 13;

/** The account of such a bot at `nowMs`. */
export function pastAccount(bot: DemoBot, nowMs: number, last: TimedReport): Account {
  const registeredAtMs = nowMs - CYCLES_BEFORE * CYCLE_MS - bot.cycleDays * DAY_MS;
  const days = pastDays(bot, cycleStartMs(registeredAtMs, CYCLES_BEFORE), nowMs);
  const today = pastParts(days, registeredAtMs).at(-1);
  return {
    botId: bot.id,
    // The owner is written with the row.
    ownerId: '',
    name: bot.name,
    plan: bot.plan,
    planChangedAtMs: null,
    formerHistoryDays: PLANS[bot.plan].historyDays,
    ...NEW_SILENCE_TERMS,
    isDisabled: false,
    registeredAtMs,
    cycle: { index: CYCLES_BEFORE, used: bot.used },
    leftCycles: [],
    days,
    usagePart:
      today === undefined ? null : { ...today, splitFromDay: days[0]?.day ?? today.day, isCycleSplit: true },
    lastReport: last,
    reportsTotal: 1_000_000,
    lastHeartbeatAtMs: null,
    alerts: NO_ALERTS,
  };
}

/** Spreads the cycle's calls over its days; earlier days look similar. */
function pastDays({ used, cycleDays }: DemoBot, cycleStart: number, nowMs: number): DayCount[] {
  const random = seeded(used);
  const today = dayOf(nowMs);
  const perDay = used / (cycleDays + 0.5);
  const days: DayCount[] = [];
  let left = used;
  for (let day = today; day > today - DAY_COUNTS_KEPT; day--) {
    const isOfCycle = day >= dayOf(cycleStart);
    const isLast = day === dayOf(cycleStart);
    const share = Math.round(perDay * (day === today ? 0.5 : 0.85 + random() * 0.3));
    const calls = isLast ? left : Math.min(share, isOfCycle ? left : share);
    if (isOfCycle) left -= calls;
    days.unshift({ day, calls, rejected: random() < 0.4 ? Math.round(random() * perDay * 0.08) : 0 });
  }
  return days;
}

/**
 * What the counted calls of days were: for the most part reports. The cycle began within a day, to which pastDays counts
 * nothing of the cycle before.
 */
export const pastParts = (days: readonly DayCount[], registeredAtMs: number): UsagePart[] =>
  days.map(({ day, calls }) => {
    const [usage, history, votes] = [calls >> 5, calls >> 6, calls >> 7];
    const form = calls > 3 && day % 6 === 0 ? 1 : 0;
    const reports = calls - usage - history - votes - form;
    const byOperation = { report: reports, report_form: form, usage, history, votes };
    return {
      startedAtMs: day * DAY_MS,
      day,
      cycle: cycleIndexAt(registeredAtMs, (day + 1) * DAY_MS - 1),
      operations: COUNTED_OPERATIONS.flatMap((operation, position) => {
        const of = byOperation[operation as keyof typeof byOperation] ?? 0;
        return of === 0 ? [] : [[position, of] as const];
      }),
      keys: [[1, calls - form] as const, [FORM, form] as const].filter(([, of]) => of > 0),
    };
  });

/** The one time in which a bot sent nothing. */
export function pastOutage({ plan }: DemoBot, nowMs: number): { fromMs: number; untilMs: number } {
  const fromMs = Math.round(nowMs - PLANS[plan].historyDays * DAY_MS * 0.35);
  return { fromMs, untilMs: fromMs + 5 * HOUR_MS };
}

/** What was done with a bot: the outage, and deployments. */
export const pastMarks = (bot: DemoBot, nowMs: number) =>
  [
    { text: 'The host moved', kind: 'incident', atMs: pastOutage(bot, nowMs).fromMs },
    { text: 'Version 2.3', kind: 'deploy', atMs: nowMs - 2 * DAY_MS },
    { text: 'Version 2.4', kind: 'deploy', atMs: nowMs - 5 * HOUR_MS },
  ] as const;

/** Reports at the plan's interval over its whole history, with a weekly pattern, growth and one outage. */
export function* pastReports(bot: DemoBot, nowMs: number): Generator<TimedReport> {
  const plan = PLANS[bot.plan];
  const random = seeded(bot.servers);
  const stepMs = plan.intervalMinutes * MINUTE_MS + 3_000;
  const spanMs = plan.historyDays * DAY_MS;
  const outage = pastOutage(bot, nowMs);
  let drift = 0;
  for (let atMs = nowMs - spanMs + stepMs; atMs <= nowMs - 4_000; atMs += stepMs) {
    drift = drift * 0.999 + (random() - 0.5) * 0.0015;
    if (atMs > outage.fromMs && atMs < outage.untilMs) continue;
    const age = (nowMs - atMs) / spanMs;
    const swing =
      Math.sin((atMs / DAY_MS) * 2 * Math.PI) * 0.004 + Math.sin((atMs / DAY_MS / 7) * 2 * Math.PI) * 0.008;
    const serverCount = Math.max(1, Math.round(bot.servers * (1 - 0.3 * age + swing + drift)));
    const perServer = 62 + 6 * (1 - age) + swing * 300;
    yield { atMs, serverCount, userCount: Math.round(serverCount * perServer), shardCount: bot.shards };
  }
}

/** Mulberry32: a small pseudo-random generator (0 to 1) that depends only on the seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
