import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import { type Bot, isStorageUnavailable, type Ports } from './ports';
import { pruneReports } from './prune-history';
import { forbidden, type Result } from './result';

/**
 * Deletes a bot with its reports, counters and keys; its audit entries stay. All but the reports go at once, those
 * piece by piece after that.
 */
export async function deleteBot({ directory }: Ports, who: Principal, id: string): Promise<Result<Bot>> {
  if (!mayAdminister(who)) return forbidden();
  const deleted = await directory.write(async (tables, nowMs) => {
    const found = await findBot(tables, who, id);
    if (!found.ok) return found;
    const { name, ownerId, plan } = found.value;
    await tables.bots.delete(id);
    const before = { name, ownerId, plan };
    await tables.audit.append({ actor: actorOf(who), action: 'bot.delete', subject: id, before }, nowMs);
    return found;
  });
  if (deleted.ok) await pruneReports({ directory }, id).catch(leaveToUpkeep);
  return deleted;
}

/** The bot is deleted whatever becomes of its history, and what is left of that goes with the next round of pruning. */
function leaveToUpkeep(error: unknown): void {
  if (!isStorageUnavailable(error)) throw error;
}
