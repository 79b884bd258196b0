import { mayManageBot, type Principal } from '@/lib/domain/principal';
import type { Bot, Tables } from './ports';
import { done, foreign, notFound, type Result } from './result';

const NO_BOT = 'There is no such bot.';

/** A bot that `who` may manage. A foreign and an unknown bot give the same refusal. */
export async function findBot({ bots }: Tables, who: Principal, id: string): Promise<Result<Bot>> {
  const bot = await bots.findById(id);
  if (bot === null) return notFound(NO_BOT, 'id');
  return mayManageBot(who, bot) ? done(bot) : foreign(NO_BOT, 'id');
}
