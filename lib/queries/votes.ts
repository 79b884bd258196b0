import { BOT_VOTES_PATH } from '@/lib/contract/api-paths';
import type { VotesPageView } from '@/lib/contract/votes-view';
import { taggedQuery } from './fetch-json';

/** The votes of a bot, with the voters behind `cursor`; the newest with `''`. */
export const votesQuery = (botId: string, cursor: string) =>
  taggedQuery<VotesPageView>(
    ['votes', botId, cursor],
    `${BOT_VOTES_PATH.replace('{botId}', botId)}?${new URLSearchParams({ before: cursor })}`,
  );
