import type { Annotations } from '@/lib/contract/bot-view';
import type { Account } from '@/lib/domain/bots/account';
import type { Bot } from '@/lib/domain/bots/bot';
import { daysOfRange, type Range } from '@/lib/domain/history/history';
import type { Caller } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import {
  type DayVotes,
  firstDayOfTotals,
  VOTE_DAYS_KEPT,
  type VoteTotals,
  voteTotals,
} from '@/lib/domain/votes/totals';
import {
  type UserVote,
  userVote,
  VOTES_KEPT_MS,
  type Vote,
  type VoteCursor,
  voteCursorText,
} from '@/lib/domain/votes/vote';
import type { History, Ports } from '@/lib/ports/ports';
import { readOfBot } from '../bots/find';
import { type PageTurn, viewHistory } from '../bots/view-history';
import { fairRead, type WaitingCall } from '../calls/counted-read';
import { annotationsIn } from '../history/annotations';
import { done, type Result } from '../result';
import { may } from '../rights';
import { type ListedSource, withTotals } from './sources';

export type VotesQuery = {
  /** How many recent votes: 1 to 50. */
  readonly limit: number;
  /** `null` for the newest. */
  readonly cursor: VoteCursor | null;
};

/** The votes of a bot; every number is weighted. */
export type VotesView = VoteTotals & {
  readonly total: number;
  /** By UTC day, since the first of the months; without empty days. */
  readonly days: readonly DayVotes[];
  /** The newest first, of 30 days. */
  readonly recent: readonly Vote[];
  readonly sources: readonly ListedSource[];
  /** `null` if there are no more. */
  readonly nextCursor: string | null;
};

/** Reads the votes of a bot, by four statements. */
async function votesOf(
  votes: History['votes'],
  botId: string,
  { limit, cursor }: VotesQuery,
  nowMs: number,
): Promise<VotesView> {
  const sources = withTotals(await votes.sources(botId), await votes.totals(botId));
  const days = await votes.days(botId, firstDayOfTotals(nowMs));
  const { votes: recent, next } = await votes.recent(botId, nowMs - VOTES_KEPT_MS, cursor, limit);
  return {
    ...voteTotals(days, nowMs),
    total: sources.reduce((sum, source) => sum + source.total, 0),
    days,
    recent,
    sources,
    nextCursor: next === null ? null : voteCursorText(next),
  };
}

/** Whether a user's vote is good now. */
const userVoteOf = async (
  votes: History['votes'],
  botId: string,
  userId: string,
  nowMs: number,
): Promise<UserVote> => userVote(await votes.longestOf(botId, userId, nowMs - VOTES_KEPT_MS), nowMs);

/** What a read of votes asks for: one page of all, or one user. */
export type VotesRequest = VotesQuery | { readonly userId: string };
export type VotesAnswer = VotesView | UserVote;

/** A counted read of a bot's votes (contract section 10). */
export const readVotes = (
  ports: Pick<Ports, 'store' | 'directory'>,
  call: WaitingCall,
  request: VotesRequest,
) =>
  fairRead(
    ports,
    'votes',
    call,
    ({ votes }, { botId }: Account, nowMs): Promise<VotesAnswer> =>
      'userId' in request
        ? userVoteOf(votes, botId, request.userId, nowMs)
        : votesOf(votes, botId, request, nowMs),
  );

export type VotesPage = {
  readonly nowMs: number;
  readonly bot: Bot;
  /** `null` if a page that may be sent without them got no slot in time. */
  readonly votes: VotesView | null;
  /** Of the days that were asked for; `null` if there are none. */
  readonly annotations: Annotations | null;
};

/** The votes of a bot that `who` may manage. Never counted as a call. Rejects with `tooManyReads` or `readStopped`. */
export async function readVotesPage(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
  { range, ...query }: VotesQuery & { readonly range: Range },
  turn: PageTurn = {},
): Promise<Result<VotesPage>> {
  const found = await readOfBot(ports, who, botId, 'readVotesPage', async (_, bot, nowMs) => ({
    bot,
    nowMs,
  }));
  if (!found.ok) return found;
  const { nowMs } = found.value;
  const { first, last } = daysOfRange(range, VOTE_DAYS_KEPT, nowMs);
  const read = await viewHistory(ports, who, turn, async ({ votes, marks }) => ({
    votes: await votesOf(votes, botId, query, nowMs),
    annotations: await annotationsIn(marks, botId, {
      fromMs: first * DAY_MS,
      untilMs: (last + 1) * DAY_MS,
    }),
  }));
  const votes = read?.votes ?? null;
  return done({
    ...found.value,
    votes: votes && (may(who, found.value.bot, 'hasVoted') ? votes : withoutVoters(votes)),
    annotations: read?.annotations ?? null,
  });
}

/** What a viewer sees of votes: not who voted, nor where lists report it. */
const withoutVoters = (votes: VotesView): VotesView => ({
  ...votes,
  recent: [],
  nextCursor: null,
  sources: votes.sources.map((source) => ({ ...source, path: '' })),
});

/** Whether a user's vote for a bot that `who` may manage is good now. */
export const hasVoted = (
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
  userId: string,
): Promise<Result<UserVote>> =>
  readOfBot(ports, who, botId, 'hasVoted', ({ votes }, _, nowMs) => userVoteOf(votes, botId, userId, nowMs));
