import { BOT_VOTES_PATH } from '@/lib/contract/api-paths';
import type { VotesPageView } from '@/lib/contract/votes-view';
import { taggedQuery } from './fetch-json';
import { ofBot } from './of-bot';

/** The votes of a bot, with the voters behind `cursor`; the newest with `''`. */
export const votesQuery = (botId: string, cursor: string) =>
  taggedQuery<VotesPageView>(
    [...ofBot(botId), 'votes', cursor],
    `${BOT_VOTES_PATH.replace('{botId}', botId)}?${new URLSearchParams({ before: cursor })}`,
  );
