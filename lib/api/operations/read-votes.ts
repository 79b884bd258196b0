import { OWN_VOTES_PATH, VOTES_PATH } from '@/lib/contract/api-paths';
import { VOTES_EXAMPLE, votesQuery, votesResponse } from '@/lib/contract/votes';
import { isoTime } from '@/lib/domain/text/time';
import { parseVoteCursor } from '@/lib/domain/votes/vote';
import { readVotes, type VotesAnswer } from '@/lib/services/votes/read';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { jsonResponse, keyOperation, type Reply, success } from '../operation';

const DESCRIPTION =
  'Counts as one call. Botmeter collects the votes that lists report: every number is weighted, of UTC days, ISO weeks and UTC months, and the same on every plan. Users are known for 30 days, then counts alone. With `userId` the response says whether that user’s vote is good now.';

const votesOperation = (
  path: typeof VOTES_PATH | typeof OWN_VOTES_PATH,
  operationId: string,
  summary: string,
) =>
  keyOperation({
    method: 'GET',
    path,
    isCounted: true,
    docs: { operationId, tag: 'Votes', summary, description: DESCRIPTION },
    query: votesQuery,
    response: jsonResponse('The votes.', votesResponse, VOTES_EXAMPLE),
    errors: FAIR_READ_ERRORS,
    async handle(deps, call) {
      const { limit, cursor, userId } = call.query;
      const page = { limit: Number(limit), cursor: cursor === undefined ? null : parseVoteCursor(cursor) };
      const result = await readVotes(deps, call, userId === undefined ? page : { userId });
      return countedReply(result, (answer, { account }) => votesReply(answer, account));
    },
  });

/** Returns the votes of the bot in the path (contract section 10). */
export const readVotesOperation = votesOperation(VOTES_PATH, 'readVotes', 'Read the votes');
/** The same of the key's bot, as the published clients ask for it. */
export const readOwnVotesOperation = votesOperation(
  OWN_VOTES_PATH,
  'readOwnVotes',
  'Read the votes of the key’s bot',
);

const isoOrNull = (atMs: number | null) => (atMs === null ? null : isoTime(atMs));

function votesReply(answer: VotesAnswer, bot: { readonly botId: string; readonly name: string }): Reply {
  if ('voted' in answer) {
    const { voted, votedAtMs, expiresAtMs } = answer;
    return success({ voted, votedAt: isoOrNull(votedAtMs), expiresAt: isoOrNull(expiresAtMs) });
  }
  const { total, monthly, weekly, today, recent, months, sources, nextCursor } = answer;
  const names = new Map(sources.map(({ source }) => [source.id, source.name]));
  return success({
    botId: bot.botId,
    botName: bot.name,
    total,
    monthly,
    weekly,
    today,
    recentVoters: recent.map((vote) => ({
      userId: vote.userId,
      username: vote.username,
      source: names.get(vote.sourceId) ?? '',
      weight: vote.weight,
      votedAt: isoTime(vote.votedAtMs),
      expiresAt: isoTime(vote.expiresAtMs),
    })),
    monthlyHistory: months,
    sources: sources.map(({ source: { name, kind, deletedAtMs }, total: ofSource, lastVoteAtMs }) => ({
      name,
      kind,
      total: ofSource,
      lastVoteAt: isoOrNull(lastVoteAtMs),
      ...(deletedAtMs !== null && { isDeleted: true }),
    })),
    nextCursor,
  });
}
