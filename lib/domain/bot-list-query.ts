import type { BotStateName } from './bot-state-name';

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
