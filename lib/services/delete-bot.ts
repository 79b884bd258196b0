import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { Bot, Ports } from './ports';
import { forbidden, type Result } from './result';

/** Deletes a bot with its reports, counters and keys; its audit entries stay. */
export async function deleteBot({ directory }: Ports, who: Principal, id: string): Promise<Result<Bot>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.write(async (tables, nowMs) => {
    const found = await findBot(tables, who, id);
    if (!found.ok) return found;
    const { name, ownerId, plan } = found.value;
    await tables.bots.delete(id);
    const before = { name, ownerId, plan };
    await tables.audit.append({ actor: actorOf(who), action: 'bot.delete', subject: id, before }, nowMs);
    return found;
  });
}
