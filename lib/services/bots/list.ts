import {
  OWN_BOTS_PER_PAGE,
  type OwnBot,
  type OwnBotsView,
  TREND_MS,
  type Trend,
} from '@/lib/contract/own-bots';
import { parseBotCounts } from '@/lib/contract/service-facts';
import type { BotNamesView } from '@/lib/contract/views';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import type { Bot, BotListing, BotsWithin } from '@/lib/domain/bots/bot';
import { addDays, BOT_GROUPS, NO_CALLS, noDays } from '@/lib/domain/bots/bot-counts';
import { countStates, type ListedBot, selectBots } from '@/lib/domain/bots/bot-list';
import { type BotState, botState } from '@/lib/domain/bots/bot-state';
import { changeSince } from '@/lib/domain/history/change';
import type { Caller } from '@/lib/domain/people/caller';
import { dayOf } from '@/lib/domain/quota/days';
import { forecast, punctualReports } from '@/lib/domain/quota/forecast';
import { HOUR_MS, MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { type PageQuery, pageWithin } from '@/lib/domain/text/paging';
import type { History, Hold, Ports, Tables } from '@/lib/ports/ports';
import { reportsAt } from '../history/reports-at';
import { done, forbidden, type Result, type Versioned } from '../result';
import { may } from '../rights';
import { searchIn } from '../search';
import { signsAt } from './read';
import { inTurn } from './view-history';

/**
 * A page of the bots that the caller owns or has a role with, with the number of own bots in each state. With `hold`, the read of their trends waits for
 * its turn; few pages are rendered at a time anyway.
 */
export async function listOwnBots(
  ports: Ports,
  who: Caller,
  query: PageQuery,
  hold?: () => Hold,
): Promise<Result<Versioned<OwnBotsView>>> {
  if (who.kind !== 'person') return forbidden();
  return ports.directory.read(async (tables, nowMs) => {
    const own = await ownedBy(tables, who.userId, nowMs);
    const found = selectBots(own, query);
    const page = pageWithin(query.page, found.length, OWN_BOTS_PER_PAGE);
    const shown = found.slice((page - 1) * OWN_BOTS_PER_PAGE, page * OWN_BOTS_PER_PAGE);
    const bots = shown.map((bot) => ({ account: bot.account, item: ownBot(bot, nowMs) }));
    const rest = { counts: countStates(own), totals: totalsOf(own, nowMs), page, total: found.length };
    return done({
      version: {
        ...rest,
        moment: Math.floor(nowMs / UNCHANGED_MAX_MS),
        bots: bots.map(({ item }) => lasting(item)),
      },
      read: () => {
        const withTrends = async (history: History) => {
          const withGrowth = async ({ account, item }: (typeof bots)[number]) => ({
            ...item,
            ...(await growthOf(history, account, nowMs)),
          });
          return { ...rest, nowMs, bots: await Promise.all(bots.map(withGrowth)) };
        };
        return hold === undefined
          ? ports.directory.read(({ history }) => withTrends(history))
          : inTurn(ports, who, { hold }, withTrends);
      },
    });
  });
}

async function ownedBy(tables: Tables, userId: string, nowMs: number): Promise<ListedBot[]> {
  const signs = await signsAt(tables, nowMs);
  const pinned = new Set(await tables.users.pinnedBots(userId));
  return (await botsOf(tables, userId)).map(({ account: stored, role }) => {
    const account = rollForward(stored, nowMs);
    return { account, role, state: botState(account, signs, nowMs), isPinned: pinned.has(account.botId) };
  });
}

/** The bots that a person owns or has a role with, in any order. */
export async function botsOf({ bots, people }: Tables, userId: string) {
  const roles = new Map((await people.listOfUser(userId)).map(({ botId, role }) => [botId, role]));
  const owned = await bots.accountsOwnedBy(userId);
  const others = await bots.accountsByIds([...roles.keys()]);
  return [
    ...owned.map((account) => ({ account, role: null })),
    ...others.map((account) => ({ account, role: roles.get(account.botId) ?? null })),
  ];
}

function totalsOf(bots: readonly ListedBot[], nowMs: number): OwnBotsView['totals'] {
  const sumOf = (count: 'serverCount' | 'userCount') =>
    bots.reduce((sum, { account }) => sum + (account.lastReport?.[count] ?? 0), 0);
  const today = dayOf(nowMs);
  const days = bots.reduce((sums, { account }) => addDays(sums, account.days, today), noDays());
  return { servers: sumOf('serverCount'), users: sumOf('userCount'), ...(days.at(-1) ?? NO_CALLS) };
}

/** A trend changes with a report, and with time. */
type Growth = Pick<OwnBot, 'trend' | 'servers'>;
type Listed = Omit<OwnBot, keyof Growth>;

/** Figures that change with time alone may be so old. */
const UNCHANGED_MAX_MS = 5 * MINUTE_MS;

const lasting = ({ punctualPercentage: _, forecast, ...bot }: Listed) => ({
  ...bot,
  forecast: forecast?.kind,
});

function ownBot({ account, role, state, isPinned }: ListedBot, nowMs: number): Listed {
  const { used, limit, percentage, status } = quotaOf(account);
  return {
    id: account.botId,
    name: account.name,
    planDisplayName: PLANS[account.plan].displayName,
    state,
    isPinned,
    role,
    apiCalls: { used, limit, percentage, status },
    punctualPercentage: (punctualReports(account, nowMs) / limit) * 100,
    lastReportAtMs: account.lastReport?.atMs ?? null,
    userCount: account.lastReport?.userCount ?? null,
    forecast: forecast(account, nowMs),
  };
}

/** At most 43 points, enough for a drawing of 100 pixels. */
const TREND_BUCKET_MS = 4 * HOUR_MS;

async function growthOf(history: History, account: Account, nowMs: number): Promise<Growth> {
  const period = { fromMs: nowMs - TREND_MS, untilMs: nowMs };
  const reportAt = await reportsAt(history, account, [period.fromMs, period.untilMs], nowMs);
  return {
    servers: changeSince('serverCount', reportAt, period),
    trend: await trendOf(history, account.botId, nowMs),
  };
}

async function trendOf(history: History, botId: string, nowMs: number): Promise<Trend | null> {
  const fromMs = nowMs - TREND_MS;
  const query = { botId, fromMs, untilMs: nowMs + 1, bucketMs: TREND_BUCKET_MS };
  const points = (await history.lastReports(query)).map(({ atMs, serverCount }) => ({
    atMs,
    servers: serverCount,
  }));
  return points.length === 0 ? null : { fromMs, untilMs: nowMs, points };
}

/** How many bots are suggested. */
const SUGGESTED_MAX = 8;

/** The first bots by name whose name or id contains `text`, of those that `who` may manage. */
export async function suggestBots(
  { directory }: Ports,
  who: Caller,
  text: string,
): Promise<Result<BotNamesView>> {
  if (who.kind !== 'person') return forbidden();
  const query = { text, sort: 'name', isDescending: false, page: 1 } as const;
  return directory.read(async (tables, nowMs) => {
    const found = may(who, null, 'administer')
      ? (await tables.bots.search(query)).rows.map(({ account }) => ({ account, role: null }))
      : selectBots(await ownedBy(tables, who.userId, nowMs), query);
    const names = found.map(({ account: { botId: id, name }, role }) => ({ id, name, role }));
    return done({ bots: names.slice(0, SUGGESTED_MAX) });
  });
}

export async function listBots({ directory }: Ports, who: Caller): Promise<Result<Bot[]>> {
  if (!may(who, null, 'administer')) return forbidden();
  return done(await directory.read(({ bots }) => bots.list()));
}

/**
 * Searches all bots, with their accounts rolled forward to now and their states. Filters: `owner`, an address; `state`,
 * the bots that were in this group when they were last counted, as far as their ids are kept.
 */
export const searchBots = searchIn<BotListing & { readonly state: BotState }>(
  async (tables, query, nowMs) => {
    const { rows, total } = await tables.bots.search(query, await within(tables, query));
    const signs = await signsAt(tables, nowMs);
    return {
      total,
      rows: rows.map((row) => {
        const account = rollForward(row.account, nowMs);
        return { ...row, account, state: botState(account, signs, nowMs) };
      }),
    };
  },
);

async function within({ facts }: Tables, { filters = {} }: PageQuery): Promise<BotsWithin> {
  const owner = filters.owner?.toLowerCase();
  const group = BOT_GROUPS.find((name) => name === filters.state);
  const counts = group === undefined ? null : parseBotCounts((await facts.find('bots'))?.value);
  return {
    ...(owner !== undefined && { owner }),
    ...(group !== undefined && { ids: counts?.groups[group].ids ?? [] }),
  };
}
