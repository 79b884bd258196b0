import { quotaOf } from '../quota/quota';
import type { Account } from './account';
import { BOT_STATES, type BotState, type BotStateName, WORST_FIRST } from './bot-state';

/** The sort orders; the first is the default. */
export const BOT_SORTS = ['state', 'name', 'use', 'report'] as const;
export type BotSort = (typeof BOT_SORTS)[number];

export type BotListQuery = {
  /** Part of a name or id, in any case; empty for all bots. */
  readonly text: string;
  /** `null` for all states. */
  readonly state: BotStateName | null;
  readonly sort: BotSort;
  /** Ascending is worst state first, A to Z, least used first and oldest report first. */
  readonly isDescending: boolean;
  /** From 1. */
  readonly page: number;
};

export type StateCounts = Readonly<Record<BotStateName, number>>;

/** A bot in its owner's list; `account` is rolled forward to the time of the list. */
export type ListedBot = { readonly account: Account; readonly state: BotState };

export function countStates(bots: readonly ListedBot[]): StateCounts {
  const counts = Object.fromEntries(BOT_STATES.map((name) => [name, 0])) as Record<BotStateName, number>;
  for (const { state } of bots) counts[state.name]++;
  return counts;
}

/** Without regard to case and accents; `Bot 2` is before `Bot 10`. */
const { compare: compareNames } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const percentage = ({ account }: ListedBot): number => quotaOf(account).percentage;

/** Bots in the same state: the one that has used more of its quota first. */
const compareStates = (a: ListedBot, b: ListedBot): number =>
  WORST_FIRST.indexOf(a.state.name) - WORST_FIRST.indexOf(b.state.name) || percentage(b) - percentage(a);

const COMPARE: Readonly<Record<BotSort, (a: ListedBot, b: ListedBot) => number>> = {
  state: compareStates,
  name: (a, b) => compareNames(a.account.name, b.account.name),
  use: (a, b) => percentage(a) - percentage(b),
  // Without a report: before all others.
  report: (a, b) => (a.account.lastReport?.atMs ?? -1) - (b.account.lastReport?.atMs ?? -1),
};

/** The bots that a query finds, in its order. Equal ones are sorted by name and id. */
export function selectBots(bots: readonly ListedBot[], query: BotListQuery): ListedBot[] {
  const text = query.text.trim().toLowerCase();
  const matches = ({ account, state }: ListedBot) =>
    (query.state === null || state.name === query.state) &&
    (account.name.toLowerCase().includes(text) || account.botId.includes(text));
  const compare = COMPARE[query.sort];
  const sign = query.isDescending ? -1 : 1;
  return bots
    .filter(matches)
    .toSorted(
      (a, b) =>
        sign * compare(a, b) ||
        compareNames(a.account.name, b.account.name) ||
        (a.account.botId < b.account.botId ? -1 : 1),
    );
}
