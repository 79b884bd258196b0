import type { Bot } from '@/lib/domain/bot';
import { type Caller, mayManageBot } from '@/lib/domain/caller';
import type { Tables } from '@/lib/ports/directory';
import { done, notFound, notOwned, type Result } from '../result';

const NO_BOT = 'There is no such bot.';

/** A bot that `who` may manage. Another owner's bot and an unknown bot get the same refusal. */
export async function findBot({ bots }: Tables, who: Caller, id: string): Promise<Result<Bot>> {
  const bot = await bots.findById(id);
  if (bot === null) return notFound(NO_BOT, 'id');
  return mayManageBot(who, bot) ? done(bot) : notOwned(NO_BOT, 'id');
}
