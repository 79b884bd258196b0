import { rollForward } from '@/lib/domain/account';
import type { BotListing } from '@/lib/domain/bot';
import { searchIn } from '../search';

/** Searches all bots, with their accounts rolled forward to now. */
export const searchBots = searchIn<BotListing>(async ({ bots }, query, nowMs) => {
  const { rows, total } = await bots.search(query);
  return { total, rows: rows.map((row) => ({ ...row, account: rollForward(row.account, nowMs) })) };
});
