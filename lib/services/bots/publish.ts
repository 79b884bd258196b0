import type { Bot } from '@/lib/domain/bots/bot';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { botLock, writeAs } from '../write';
import { findBot } from './find';

/** Turns Public on or off for a bot that `who` may manage (contract section 11). */
export async function setPublic(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
  isPublic: boolean,
): Promise<Result<Bot>> {
  return writeAs(ports, who, [botLock(botId)], async (tables, nowMs, actor) => {
    const found = await findBot(tables, actor, botId);
    if (!found.ok || (found.value.isPublic ?? false) === isPublic) return found;
    await tables.bots.update(botId, { isPublic }, nowMs);
    const action = isPublic ? 'bot.publish' : 'bot.unpublish';
    await tables.audit.append({ actor: actorOf(actor), action, subject: botId }, nowMs);
    return done({ ...found.value, isPublic });
  });
}
