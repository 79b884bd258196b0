import { dayOf } from '../quota/days';
import type { Account } from './account';
import { BOT_STATES, type BotStateName } from './bot-state';

/** The bots in one state: how many, and the ids of the first ones. */
export type StateCount = { readonly count: number; readonly ids: readonly string[] };

/** Calls of all bots on one UTC day. */
export type DayTotals = { readonly calls: number; readonly rejected: number };

/** Days whose calls are added up, today included. */
export const DAYS_COUNTED = 30;

/** All bots at a glance; `day` counts days since 1970-01-01. */
export type BotCounts = {
  readonly day: number;
  /** The calls of DAYS_COUNTED days, oldest first, up to `day`. */
  readonly days: readonly DayTotals[];
  /** Of the last reports of all bots. */
  readonly servers: number;
  readonly users: number;
  /** Bots that have never reported. */
  readonly withoutReport: number;
  readonly states: Readonly<Record<BotStateName, StateCount>>;
};

/** How many ids of a state are kept. */
export const IDS_OF_STATE_MAX = 200;

const NO_CALLS: DayTotals = { calls: 0, rejected: 0 };

/** The counts before the first bot, for the day of `nowMs`. */
export const noBots = (nowMs: number): BotCounts => ({
  day: dayOf(nowMs),
  days: Array.from({ length: DAYS_COUNTED }, () => NO_CALLS),
  servers: 0,
  users: 0,
  withoutReport: 0,
  states: Object.fromEntries(BOT_STATES.map((name) => [name, { count: 0, ids: [] }])) as unknown as Record<
    BotStateName,
    StateCount
  >,
});

/** Adds a bot in its state. */
export function countBot(
  counts: BotCounts,
  { botId, days, lastReport }: Pick<Account, 'botId' | 'days' | 'lastReport'>,
  state: BotStateName,
): BotCounts {
  const { count, ids } = counts.states[state];
  const isListed = ids.length < IDS_OF_STATE_MAX;
  const totals = [...counts.days];
  for (const { day, calls, rejected } of days) {
    const at = day - counts.day + DAYS_COUNTED - 1;
    const sum = totals[at];
    if (sum !== undefined) totals[at] = { calls: sum.calls + calls, rejected: sum.rejected + rejected };
  }
  return {
    day: counts.day,
    days: totals,
    servers: counts.servers + (lastReport?.serverCount ?? 0),
    users: counts.users + (lastReport?.userCount ?? 0),
    withoutReport: counts.withoutReport + (lastReport === null ? 1 : 0),
    states: {
      ...counts.states,
      [state]: { count: count + 1, ids: isListed ? [...ids, botId] : ids },
    },
  };
}
