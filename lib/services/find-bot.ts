import { mayManageBot, type Principal } from '@/lib/domain/principal';
import type { Bot, Tables } from './ports';
import { done, notFound, type Result } from './result';

/** A bot that `who` may manage. A foreign and an unknown bot give the same refusal. */
export async function findBot({ bots }: Tables, who: Principal, id: string): Promise<Result<Bot>> {
  const bot = await bots.findById(id);
  return bot !== null && mayManageBot(who, bot) ? done(bot) : notFound('There is no such bot.', 'id');
}
