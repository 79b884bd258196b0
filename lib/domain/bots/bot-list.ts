import type { BotRole } from '@/lib/domain/people/bot-people';
import { quotaOf } from '../quota/quota';
import type { PageQuery } from '../text/paging';
import type { Account } from './account';
import { BOT_STATES, type BotState, type BotStateName, WORST_FIRST } from './bot-state';

/** The sort orders; the first is the default. */
export const BOT_SORTS = ['state', 'name', 'servers', 'users', 'use', 'report'] as const;
type BotSort = (typeof BOT_SORTS)[number];

export type StateCounts = Readonly<Record<BotStateName, number>>;

/** A bot in its owner's list; `account` is rolled forward to the time of the list. */
export type ListedBot = {
  readonly account: Account;
  readonly state: BotState;
  readonly isPinned: boolean;
  /** The role of the person whose list it is; `null` for the owner. */
  readonly role: BotRole | null;
};

/** How many bots a person can pin: with one more, the one that was pinned first is no longer pinned. */
export const PINNED_MAX = 20;

export function countStates(bots: readonly ListedBot[]): StateCounts {
  const counts = Object.fromEntries(BOT_STATES.map((name) => [name, 0])) as Record<BotStateName, number>;
  for (const { state } of bots) counts[state.name]++;
  return counts;
}

/** All bots, whatever their state. */
export const numberOf = (counts: StateCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Without regard to case and accents; `Bot 2` is before `Bot 10`. */
const { compare: compareNames } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const percentage = ({ account }: ListedBot): number => quotaOf(account).percentage;

/** Bots in the same state: the one that has used more of its quota first. */
const compareStates = (a: ListedBot, b: ListedBot): number =>
  WORST_FIRST.indexOf(a.state.name) - WORST_FIRST.indexOf(b.state.name) || percentage(b) - percentage(a);

/** By a number of the last report; a bot without one is before all others. */
const compareReports =
  (of: 'atMs' | 'serverCount' | 'userCount') =>
  (a: ListedBot, b: ListedBot): number =>
    (a.account.lastReport?.[of] ?? -1) - (b.account.lastReport?.[of] ?? -1);

const COMPARE: Readonly<Record<BotSort, (a: ListedBot, b: ListedBot) => number>> = {
  state: compareStates,
  name: (a, b) => compareNames(a.account.name, b.account.name),
  servers: compareReports('serverCount'),
  users: compareReports('userCount'),
  use: (a, b) => percentage(a) - percentage(b),
  report: compareReports('atMs'),
};

/**
 * The bots that a query finds, the pinned ones before all others, in its order: ascending is worst state first, A to Z, lowest
 * number first and oldest report first. Equal ones are sorted by name and id. Its filter `state` may be any text; one that is no state finds all.
 */
export function selectBots(bots: readonly ListedBot[], query: PageQuery): ListedBot[] {
  const text = query.text.trim().toLowerCase();
  const wanted = BOT_STATES.find((name) => name === query.filters?.state);
  const matches = ({ account, state }: ListedBot) =>
    (wanted === undefined || state.name === wanted) &&
    (account.name.toLowerCase().includes(text) || account.botId.includes(text));
  const compare = COMPARE[BOT_SORTS.find((name) => name === query.sort) ?? BOT_SORTS[0]];
  const sign = query.isDescending ? -1 : 1;
  return bots
    .filter(matches)
    .toSorted(
      (a, b) =>
        Number(b.isPinned) - Number(a.isPinned) ||
        sign * compare(a, b) ||
        compareNames(a.account.name, b.account.name) ||
        (a.account.botId < b.account.botId ? -1 : 1),
    );
}
