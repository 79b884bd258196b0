import type { Bot } from '@/lib/domain/bot';
import { type Caller, mayManageBot } from '@/lib/domain/caller';
import type { Tables } from '@/lib/ports/directory';
import { done, notFound, notOwned, type Result } from '../result';

const NO_BOT = 'There is no such bot.';

/** `bot`, if `who` may manage it. Another owner's bot and an unknown bot get the same refusal. */
export function managed<B extends { readonly ownerId: string }>(who: Caller, bot: B | null): Result<B> {
  if (bot === null) return notFound(NO_BOT, 'id');
  return mayManageBot(who, bot) ? done(bot) : notOwned(NO_BOT, 'id');
}

/** A bot that `who` may manage. */
export const findBot = async ({ bots }: Tables, who: Caller, id: string): Promise<Result<Bot>> =>
  managed(who, await bots.findById(id));
