import type { Bot } from '@/lib/domain/bots/bot';
import type { Caller } from '@/lib/domain/people/caller';
import { done, type Result } from '../result';
import type { WritePorts } from '../write';
import { writeBot } from './find';

/** Turns Public on or off for a bot that `who` may manage (contract section 11). */
export async function setPublic(
  ports: WritePorts,
  who: Caller,
  botId: string,
  isPublic: boolean,
): Promise<Result<Bot>> {
  return writeBot(ports, who, botId, 'setPublic', async (tables, bot, nowMs, record) => {
    if ((bot.isPublic ?? false) === isPublic) return done(bot);
    await tables.bots.update(botId, { isPublic }, nowMs);
    await record(isPublic ? 'bot.publish' : 'bot.unpublish', botId);
    return done({ ...bot, isPublic });
  });
}
