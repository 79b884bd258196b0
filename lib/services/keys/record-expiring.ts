import { isExpiring, keyEvent } from '@/lib/domain/alerts/service-events';
import type { ApiKey } from '@/lib/domain/keys/api-key';
import type { Directory, Ports } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { SetAside } from '../set-aside';
import { botLock } from '../write';

/** Keys per transaction, which takes a few milliseconds; calls run in between. */
const KEYS_AT_ONCE = 100;

/** Writes an event for each key that expires soon (contract section 9, `key.expiring`), once. */
export async function recordExpiringKeys(
  { directory }: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside = new SetAside(),
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) {
    const found = await directory.read(({ keys }, nowMs) =>
      keys.listExpiring(nowMs, KEYS_AT_ONCE, aside.ids(nowMs)),
    );
    let recorded = 0;
    const refused = await writeApart(found, async (some) => {
      recorded += await recordOf(directory, some);
    });
    for (const { item, error } of refused) aside.add(item.id, error);
    hasMore = found.length === KEYS_AT_ONCE && recorded + refused.length > 0;
  }
}

/** Reads the keys again: one can have been revoked or rotated since, or its bot deleted. Returns how many were notified. */
async function recordOf(
  directory: Directory,
  found: readonly Pick<ApiKey, 'id' | 'botId'>[],
): Promise<number> {
  const botIds = [...new Set(found.map(({ botId }) => botId))];
  return directory.write(botIds.map(botLock), async ({ keys, bots, events }, nowMs) => {
    const stored = await keys.listByIds(found.map(({ id }) => id));
    const byId = new Map((await bots.listByIds(botIds)).map(({ bot }) => [bot.id, bot]));
    const ending = stored
      .filter((key) => isExpiring(key, nowMs))
      .flatMap((key) => {
        const bot = byId.get(key.botId);
        return bot === undefined ? [] : [keyEvent('key.expiring', bot, key, nowMs)];
      });
    await events.insert(ending);
    return ending.length;
  });
}
