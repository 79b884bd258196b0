import { parseBotCounts } from '@/lib/contract/service-facts';
import { rollForward } from '@/lib/domain/account';
import type { BotListing } from '@/lib/domain/bot';
import { type BotState, botState } from '@/lib/domain/bot-state';
import { BOT_STATES } from '@/lib/domain/bot-state-name';
import type { PageQuery } from '@/lib/domain/paging';
import type { BotsWithin } from '@/lib/ports/bots';
import type { Tables } from '@/lib/ports/directory';
import { searchIn } from '../search';
import { signsAt } from './signs';

/**
 * Searches all bots, with their accounts rolled forward to now and their states. Filters: `owner`, an address; `state`,
 * the bots that were in it when they were last counted, as far as their ids are kept.
 */
export const searchBots = searchIn<BotListing & { readonly state: BotState }>(
  async (tables, query, nowMs) => {
    const { rows, total } = await tables.bots.search(query, await within(tables, query));
    const signs = await signsAt(tables, nowMs);
    return {
      total,
      rows: rows.map((row) => {
        const account = rollForward(row.account, nowMs);
        return { ...row, account, state: botState(account, signs, nowMs) };
      }),
    };
  },
);

async function within({ facts }: Tables, { filters = {} }: PageQuery): Promise<BotsWithin> {
  const owner = filters.owner?.toLowerCase();
  const state = BOT_STATES.find((name) => name === filters.state);
  const counts = state === undefined ? null : parseBotCounts((await facts.find('bots'))?.value);
  return {
    ...(owner !== undefined && { owner }),
    ...(state !== undefined && { ids: counts?.states[state].ids ?? [] }),
  };
}
