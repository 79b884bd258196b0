import { DELIVERIES_KEPT, DELIVERIES_KEPT_MS } from '@/lib/domain/delivery';
import type { Ports } from '@/lib/ports/ports';
import { SetAside } from '../set-aside';
import { botLock } from '../write';

const ENDPOINTS_AT_ONCE = 100;
/** Rows deleted per transaction, which takes a few milliseconds; calls run in between. */
const ROWS_AT_ONCE = 500;

/** Deletes deliveries that are older than 30 days and not among the last 100 of their endpoint (contract section 9). */
export async function pruneDeliveries(
  { directory }: Pick<Ports, 'directory'>,
  signal?: AbortSignal,
  aside = new SetAside(),
): Promise<void> {
  let afterId = '';
  while (!signal?.aborted) {
    const found = await directory.read(({ endpoints }, nowMs) => {
      aside.ids(nowMs);
      return endpoints.listOverfull(afterId, nowMs - DELIVERIES_KEPT_MS, DELIVERIES_KEPT, ENDPOINTS_AT_ONCE);
    });
    for (const { id, botId } of found) {
      if (aside.has(id)) continue;
      await aside.attempt(id, async () => {
        let deleted = ROWS_AT_ONCE;
        while (deleted === ROWS_AT_ONCE && !signal?.aborted) {
          deleted = await directory.write([botLock(botId)], ({ deliveries }, nowMs) =>
            deliveries.prune(id, nowMs - DELIVERIES_KEPT_MS, DELIVERIES_KEPT, ROWS_AT_ONCE),
          );
        }
      });
    }
    const last = found.at(-1);
    if (last === undefined || found.length < ENDPOINTS_AT_ONCE) return;
    afterId = last.id;
  }
}
