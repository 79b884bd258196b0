import type { BotView } from '@/lib/contract/bot-view';
import { BOT_VIEW_PATH, OWN_BOTS_PATH } from '@/lib/contract/dashboard-paths';
import { type OwnBotsView, ownBotsParams } from '@/lib/contract/own-bots';
import type { BotListQuery } from '@/lib/domain/bot-list-query';
import type { Range } from '@/lib/domain/history';
import { taggedQuery } from './fetch-json';

/** A bot with its reports of a range. */
export const botQuery = (botId: string, range: Range) =>
  taggedQuery<BotView>(
    ['bot', botId, range],
    `${BOT_VIEW_PATH.replace('{botId}', botId)}?${new URLSearchParams({ range })}`,
  );

/** A page of the reader's own bots. */
export function ownBotsQuery(query: BotListQuery) {
  const params = String(ownBotsParams(query));
  return taggedQuery<OwnBotsView>(['own bots', params], `${OWN_BOTS_PATH}?${params}`);
}
