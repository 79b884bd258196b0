import type { SourceItem, VoterItem, VotesPageView } from '@/lib/contract/votes-view';
import { daysOfRange, type Range } from '@/lib/domain/history/history';
import type { Caller } from '@/lib/domain/people/caller';
import { dayText } from '@/lib/domain/text/time';
import { type DayVotes, VOTE_DAYS_KEPT } from '@/lib/domain/votes/totals';
import type { Vote, VoteCursor } from '@/lib/domain/votes/vote';
import type { Ports } from '@/lib/ports/ports';
import type { PageTurn } from '../bots/view-history';
import { done, type Result } from '../result';
import { readVotesPage } from './read';
import type { ListedSource } from './sources';

const VOTERS_PER_PAGE = 15;

/**
 * The votes of a bot that `who` may manage as its page shows them, with the voters from behind `cursor` on; `null` if a page
 * that may be sent without them got no slot in time.
 */
export async function viewVotes(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
  { cursor, range }: { readonly cursor: VoteCursor | null; readonly range: Range },
  turn: PageTurn = {},
): Promise<Result<VotesPageView | null>> {
  const query = { limit: VOTERS_PER_PAGE, cursor, range };
  const found = await readVotesPage(ports, who, botId, query, turn);
  if (!found.ok) return found;
  const { nowMs, bot, votes, annotations } = found.value;
  if (votes === null) return done(null);
  const { today, weekly, monthly, previous, total, days, recent, sources, nextCursor } = votes;
  const names = new Map(sources.map(({ source }) => [source.id, source.name]));
  return done({
    nowMs,
    bot: { id: bot.id, name: bot.name },
    today,
    weekly,
    monthly,
    previous,
    total,
    nextCursor,
    annotations,
    days: daysIn(range, days, nowMs),
    voters: recent.map((vote) => voterItem(vote, names)),
    sources: sources.map(sourceItem),
  });
}

function daysIn(range: Range, days: readonly DayVotes[], nowMs: number): VotesPageView['days'] {
  const { first, last } = daysOfRange(range, VOTE_DAYS_KEPT, nowMs);
  const votesOf = new Map(days.map(({ day, votes }) => [day, votes]));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const day = first + at;
    return { date: dayText(day), votes: votesOf.get(day) ?? 0 };
  });
}

const voterItem = (vote: Vote, names: ReadonlyMap<string, string>): VoterItem => {
  const { id, userId, username, sourceId, weight, votedAtMs, expiresAtMs } = vote;
  return { id, userId, username, source: names.get(sourceId) ?? '', weight, votedAtMs, expiresAtMs };
};

const sourceItem = ({ source, path, total, lastVoteAtMs }: ListedSource): SourceItem => {
  const { id, kind, name, mustRotate, pausedAtMs, deletedAtMs } = source;
  const state = deletedAtMs !== null ? 'deleted' : pausedAtMs !== null ? 'paused' : 'on';
  return { id, kind, name, mustRotate, state, path, total, lastVoteAtMs };
};
