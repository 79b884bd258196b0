import { isKeyLive } from '@/lib/domain/api-key';
import type { Bot } from '@/lib/domain/bot';
import { keyEvent } from '@/lib/domain/key-events';
import { PAGE_SIZE } from '@/lib/domain/paging';
import type { Tables } from '@/lib/ports/directory';

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
    await events.insert(live.map((key) => keyEvent('key.revoked', bot, key, nowMs)));
    for (const key of live) {
      await keys.setLife(key.id, { ...key, revokedAtMs: nowMs });
      const after = { keyId: key.id };
      await audit.append({ actor, action: 'key.revoke', subject: bot.id, after }, nowMs);
    }
  }
}
