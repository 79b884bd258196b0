import { BOT_KEYS_PATH } from '@/lib/contract/api-paths';
import type { KeysView } from '@/lib/contract/keys-view';
import { taggedQuery } from './fetch-json';
import { ofBot } from './of-bot';

/** A page of a bot's keys. */
export const keysQuery = (botId: string, page: number) =>
  taggedQuery<KeysView>(
    [...ofBot(botId), 'keys', page],
    `${BOT_KEYS_PATH.replace('{botId}', botId)}?page=${page}`,
  );
