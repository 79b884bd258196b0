import type { SourceItem, VoterItem, VotesPageView } from '@/lib/contract/votes-view';
import type { Caller } from '@/lib/domain/people/caller';
import { dayOf } from '@/lib/domain/quota/days';
import { dayText } from '@/lib/domain/text/time';
import type { DayVotes } from '@/lib/domain/votes/totals';
import type { Vote, VoteCursor } from '@/lib/domain/votes/vote';
import type { Ports } from '@/lib/ports/ports';
import type { PageTurn } from '../bots/view-history';
import { done, type Result } from '../result';
import { DAYS_SHOWN, readVotesPage } from './read';
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
  cursor: VoteCursor | null,
  turn: PageTurn = {},
): Promise<Result<VotesPageView | null>> {
  const found = await readVotesPage(ports, who, botId, { limit: VOTERS_PER_PAGE, cursor }, turn);
  if (!found.ok) return found;
  const { nowMs, bot, votes, annotations } = found.value;
  if (votes === null) return done(null);
  const { today, weekly, monthly, total, days, recent, sources, nextCursor } = votes;
  const names = new Map(sources.map(({ source }) => [source.id, source.name]));
  return done({
    nowMs,
    bot: { id: bot.id, name: bot.name },
    today,
    weekly,
    monthly,
    total,
    nextCursor,
    annotations,
    days: lastDays(days, dayOf(nowMs)),
    voters: recent.map((vote) => voterItem(vote, names)),
    sources: sources.map(sourceItem),
  });
}

function lastDays(days: readonly DayVotes[], today: number): VotesPageView['days'] {
  const votesOf = new Map(days.map(({ day, votes }) => [day, votes]));
  return Array.from({ length: DAYS_SHOWN }, (_, at) => {
    const day = today - DAYS_SHOWN + 1 + at;
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
