import { dayOf } from '../quota/days';
import type { Account } from './account';
import { BOT_STATES, type BotStateName } from './bot-state';

/** The bots in one state: how many, and the ids of the first ones. */
export type StateCount = { readonly count: number; readonly ids: readonly string[] };

/** Calls of all bots on one UTC day. */
export type DayTotals = { readonly calls: number; readonly rejected: number };

/** All bots at a glance; `day` counts days since 1970-01-01. */
export type BotCounts = {
  readonly day: number;
  readonly today: DayTotals;
  readonly yesterday: DayTotals;
  readonly states: Readonly<Record<BotStateName, StateCount>>;
};

/** How many ids of a state are kept. */
export const IDS_OF_STATE_MAX = 200;

const NO_CALLS: DayTotals = { calls: 0, rejected: 0 };

/** The counts before the first bot, for the day of `nowMs`. */
export const noBots = (nowMs: number): BotCounts => ({
  day: dayOf(nowMs),
  today: NO_CALLS,
  yesterday: NO_CALLS,
  states: Object.fromEntries(BOT_STATES.map((name) => [name, { count: 0, ids: [] }])) as unknown as Record<
    BotStateName,
    StateCount
  >,
});

/** Adds a bot in its state. */
export function countBot(
  counts: BotCounts,
  { botId, days }: Pick<Account, 'botId' | 'days'>,
  state: BotStateName,
): BotCounts {
  const { count, ids } = counts.states[state];
  const isListed = ids.length < IDS_OF_STATE_MAX;
  const on = (day: number, totals: DayTotals): DayTotals => {
    const found = days.find((one) => one.day === day) ?? NO_CALLS;
    return { calls: totals.calls + found.calls, rejected: totals.rejected + found.rejected };
  };
  return {
    day: counts.day,
    today: on(counts.day, counts.today),
    yesterday: on(counts.day - 1, counts.yesterday),
    states: {
      ...counts.states,
      [state]: { count: count + 1, ids: isListed ? [...ids, botId] : ids },
    },
  };
}
