import { keyEvent } from '@/lib/domain/alerts/service-events';
import type { Bot } from '@/lib/domain/bots/bot';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import type { Caller } from '@/lib/domain/people/caller';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import type { Ports, Tables } from '@/lib/ports/ports';
import { removeStored } from '../removals/webhook';
import type { Result } from '../result';
import { botLock, writeAsAdmin } from '../write';
import { findBot } from './find';

/**
 * Deletes a bot with its reports, counters and keys; its audit entries stay. Nothing finds it from then on, whatever it has
 * stored; its other rows are deleted by `finishRemovals`, and until then nobody can register its id.
 */
export async function deleteBot(ports: Ports, who: Caller, id: string): Promise<Result<Bot>> {
  return writeAsAdmin(ports, who, [botLock(id)], async (tables, nowMs, actor, record) => {
    const found = await findBot(tables, actor, id, 'administer');
    if (!found.ok) return found;
    const { name, ownerId, plan } = found.value;
    for (const webhook of await tables.webhooks.listOfBots([id])) await removeStored(tables, webhook, nowMs);
    await tables.planRequests.delete(id);
    await tables.people.deleteOfBot(id);
    await tables.removals.addBot(id, nowMs);
    await tables.bots.delete(id);
    const before = { name, ownerId, plan };
    await record('bot.delete', id, { before });
    return found;
  });
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
