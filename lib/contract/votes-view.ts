import type { VoteTotals } from '@/lib/domain/votes/totals';
import type { VoteKind } from '@/lib/domain/votes/vote';
import type { Annotations } from './bot-view';

/** A vote as a bot's page lists it. */
export type VoterItem = {
  readonly id: string;
  readonly userId: string;
  readonly username: string | null;
  /** The name of its source. */
  readonly source: string;
  readonly weight: number;
  readonly votedAtMs: number;
  readonly expiresAtMs: number;
};

/** A source as a bot's page lists it, without its secret. */
export type SourceItem = {
  readonly id: string;
  readonly kind: VoteKind;
  readonly name: string;
  /** Whether its secret has to be rotated before it is resumed. */
  readonly mustRotate: boolean;
  readonly state: 'on' | 'paused' | 'deleted';
  /** Of the address that the bot list sends to. */
  readonly path: string;
  /** Weighted. */
  readonly total: number;
  readonly lastVoteAtMs: number | null;
};

/** Weighted votes of a UTC day, `2026-01-24`. */
export type VoteDay = { readonly date: string; readonly votes: number };

/** The votes of a bot: rendered as HTML first, then read over BOT_VOTES_PATH. */
export type VotesPageView = {
  readonly nowMs: number;
  readonly bot: { readonly id: string; readonly name: string };
  /** Weighted, of UTC days, ISO weeks and UTC months. */
  readonly today: number;
  readonly weekly: number;
  readonly monthly: number;
  /** Of the whole day, week and month before. */
  readonly previous: VoteTotals['previous'];
  readonly total: number;
  /** Those that were asked for, the oldest first, also those without votes. */
  readonly days: readonly VoteDay[];
  /** Of these days; `null` if there is nothing. */
  readonly annotations: Annotations | null;
  /** The newest first, of the last 30 days. */
  readonly voters: readonly VoterItem[];
  /** The cursor of the next page of voters; `null` if there are no more. */
  readonly nextCursor: string | null;
  /** The oldest first, with deleted ones that brought votes. */
  readonly sources: readonly SourceItem[];
};
