import { dayOf } from '../quota/days';
import type { Account } from './account';
import { BOT_STATES, type BotStateName } from './bot-state';

/** What bots are counted by: their state, and what they lack. */
export const BOT_GROUPS = [...BOT_STATES, 'without-key', 'without-report'] as const;
export type BotGroup = (typeof BOT_GROUPS)[number];

/** The bots in one group: how many, and the ids of the first ones. */
type GroupCount = { readonly count: number; readonly ids: readonly string[] };

/** Calls of all bots on one UTC day. */
export type DayTotals = { readonly calls: number; readonly rejected: number };

/** Days whose calls are added up, today included. */
export const DAYS_COUNTED = 30;

/** What was last counted on an earlier UTC day. */
export type EarlierCount = {
  readonly day: number;
  readonly bots: number;
  readonly servers: number;
  readonly users: number;
};

/** All bots at a glance; `day` counts days since 1970-01-01. */
export type BotCounts = {
  readonly day: number;
  /** The calls of DAYS_COUNTED days, oldest first, up to `day`. */
  readonly days: readonly DayTotals[];
  /** Of the last reports of all bots. */
  readonly servers: number;
  readonly users: number;
  readonly groups: Readonly<Record<BotGroup, GroupCount>>;
  /** Of the DAYS_COUNTED days before `day`, as far as they were counted, the oldest first. */
  readonly past: readonly EarlierCount[];
  /** The slowest first, at most SLOW_MAX. */
  readonly slowWebhooks: readonly WebhookTime[];
};

/** The mean time that the last tries to deliver to a webhook took. */
export type WebhookTime = { readonly webhookId: string; readonly botId: string; readonly meanMs: number };
const SLOW_MAX = 5;

/** How many ids of a group are kept. */
export const IDS_OF_GROUP_MAX = 200;

/** No calls on a day. */
export const NO_CALLS: DayTotals = { calls: 0, rejected: 0 };

/** No calls on any day. */
export const noDays = (): readonly DayTotals[] => Array.from({ length: DAYS_COUNTED }, () => NO_CALLS);

/** Adds the calls of an account to those of DAYS_COUNTED days, oldest first, up to `today`. */
export function addDays(
  sums: readonly DayTotals[],
  days: Account['days'],
  today: number,
): readonly DayTotals[] {
  const totals = [...sums];
  for (const { day, calls, rejected } of days) {
    const at = day - today + DAYS_COUNTED - 1;
    const sum = totals[at];
    if (sum !== undefined) totals[at] = { calls: sum.calls + calls, rejected: sum.rejected + rejected };
  }
  return totals;
}

/** The counts before the first bot, for the day of `nowMs`. */
export const noBots = (nowMs: number): BotCounts => ({
  day: dayOf(nowMs),
  days: noDays(),
  servers: 0,
  users: 0,
  groups: Object.fromEntries(BOT_GROUPS.map((name) => [name, { count: 0, ids: [] }])) as unknown as Record<
    BotGroup,
    GroupCount
  >,
  past: [],
  slowWebhooks: [],
});

export const botsIn = ({ groups }: Pick<BotCounts, 'groups'>): number =>
  BOT_STATES.reduce((sum, name) => sum + groups[name].count, 0);

/** The counts with those of earlier days that the ones before them, `last`, knew or were. */
export function afterCounts(counts: BotCounts, last: BotCounts | null): BotCounts {
  if (last === null) return counts;
  const { day, servers, users } = last;
  const known = [...last.past, { day, bots: botsIn(last), servers, users }];
  const first = counts.day - DAYS_COUNTED;
  return { ...counts, past: known.filter((each) => each.day < counts.day && each.day >= first) };
}

const GROWTH_DAYS = 7;

/** The day that growth is counted from: GROWTH_DAYS before, else the oldest that is known; `null` without one. */
export const growthBase = ({ day, past }: Pick<BotCounts, 'day' | 'past'>): EarlierCount | null =>
  past.findLast((each) => each.day <= day - GROWTH_DAYS) ?? past[0] ?? null;

/** Adds a bot in its state; `hasKey`: whether it has a key that works. */
export function countBot(
  counts: BotCounts,
  { botId, days, lastReport }: Pick<Account, 'botId' | 'days' | 'lastReport'>,
  state: BotStateName,
  hasKey: boolean,
): BotCounts {
  const groups = { ...counts.groups };
  const addTo = (name: BotGroup) => {
    const { count, ids } = groups[name];
    groups[name] = { count: count + 1, ids: ids.length < IDS_OF_GROUP_MAX ? [...ids, botId] : ids };
  };
  addTo(state);
  if (!hasKey) addTo('without-key');
  if (lastReport === null) addTo('without-report');
  return {
    ...counts,
    days: addDays(counts.days, days, counts.day),
    servers: counts.servers + (lastReport?.serverCount ?? 0),
    users: counts.users + (lastReport?.userCount ?? 0),
    groups,
  };
}

/** Adds the times of some webhooks. */
export const countTimes = (counts: BotCounts, times: readonly WebhookTime[]): BotCounts => ({
  ...counts,
  slowWebhooks: [...counts.slowWebhooks, ...times].toSorted((a, b) => b.meanMs - a.meanMs).slice(0, SLOW_MAX),
});
