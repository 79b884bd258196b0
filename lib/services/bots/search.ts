import { rollForward } from '@/lib/domain/account';
import type { BotListing } from '@/lib/domain/bot';
import { type BotState, botState } from '@/lib/domain/bot-state';
import { searchIn } from '../search';
import { signsAt } from './signs';

/** Searches all bots, with their accounts rolled forward to now and their states. */
export const searchBots = searchIn<BotListing & { readonly state: BotState }>(
  async (tables, query, nowMs) => {
    const { rows, total } = await tables.bots.search(query);
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
