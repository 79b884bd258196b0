import { keyEvent } from '@/lib/domain/alerts/service-events';
import type { Bot } from '@/lib/domain/bots/bot';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import type { Ports, Tables } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { pruneReports } from '../history/prune';
import type { Result } from '../result';
import { botLock, writeAsAdmin } from '../write';
import { findBot } from './find';

/**
 * Deletes a bot with its reports, counters and keys; its audit entries stay. The reports are deleted last, in
 * batches.
 */
export async function deleteBot(ports: Ports, who: Caller, id: string): Promise<Result<Bot>> {
  const deleted = await writeAsAdmin(ports, who, [botLock(id)], async (tables, nowMs, actor) => {
    const found = await findBot(tables, actor, id);
    if (!found.ok) return found;
    const { name, ownerId, plan } = found.value;
    await tables.bots.delete(id);
    const before = { name, ownerId, plan };
    await tables.audit.append({ actor: actorOf(actor), action: 'bot.delete', subject: id, before }, nowMs);
    return found;
  });
  if (deleted.ok) await pruneReports(ports, id).catch(ignoreStorageError);
  return deleted;
}

/** The bot itself is already deleted; the pruning job deletes the rest of its history. */
function ignoreStorageError(error: unknown): void {
  if (!isStorageUnavailable(error)) throw error;
}

/** Revokes all live keys of a bot, in the caller's transaction. */
export async function revokeAllKeys(
  { keys, audit, events }: Tables,
  actor: string,
  bot: Bot,
  nowMs: number,
): Promise<void> {
  const pages = Math.ceil((await keys.countOfBot(bot.id)) / PAGE_SIZE);
  for (let page = 1; page <= pages; page++) {
    const live = (await keys.listOfBot(bot.id, 1, nowMs)).filter((key) => isKeyLive(key, nowMs));
    // Live keys come first, and are none once they are revoked.
    if (live.length === 0) return;
    await events.insert(
      live.map((key) => keyEvent('key.revoked', bot, key, nowMs)),
      actor,
    );
    for (const key of live) {
      await keys.setLife(key.id, { ...key, revokedAtMs: nowMs });
      const after = { keyId: key.id };
      await audit.append({ actor, action: 'key.revoke', subject: bot.id, after }, nowMs);
    }
  }
}
