import { BOT_VOTES_PATH } from '@/lib/contract/api-paths';
import type { VotesPageView } from '@/lib/contract/votes-view';
import type { Range } from '@/lib/domain/history/history';
import { taggedQuery } from './fetch-json';
import { ofBot } from './of-bot';

/** The votes of a bot in a range, with the voters behind `cursor`; the newest with `''`. */
export const votesQuery = (botId: string, range: Range, cursor: string) =>
  taggedQuery<VotesPageView>(
    [...ofBot(botId), 'votes', range, cursor],
    `${BOT_VOTES_PATH.replace('{botId}', botId)}?${new URLSearchParams({ range, before: cursor })}`,
  );
