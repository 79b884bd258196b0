import { isKeyLive } from '@/lib/domain/api-key';
import { PAGE_SIZE } from '@/lib/domain/paging';
import type { Tables } from '@/lib/ports/directory';

/** Revokes all live keys of a bot, in the caller's transaction. */
export async function revokeAllKeys(
  { keys, audit }: Tables,
  actor: string,
  botId: string,
  nowMs: number,
): Promise<void> {
  const pages = Math.ceil((await keys.countOfBot(botId)) / PAGE_SIZE);
  for (let page = 1; page <= pages; page++) {
    const live = (await keys.listOfBot(botId, 1, nowMs)).filter((key) => isKeyLive(key, nowMs));
    // Live keys come first, and are none once they are revoked.
    if (live.length === 0) return;
    for (const key of live) {
      await keys.setLife(key.id, { ...key, revokedAtMs: nowMs });
      const after = { keyId: key.id };
      await audit.append({ actor, action: 'key.revoke', subject: botId, after }, nowMs);
    }
  }
}
