import type { KeyCaller } from '@/lib/domain/caller';
import { decideHeartbeat } from '@/lib/domain/decide-silence';
import type { Ports } from '@/lib/ports/ports';
import type { Snapshot } from '@/lib/ports/store';

/**
 * Takes a heartbeat (contract section 8). It is written off the hot path, except one that ends a silence that was told:
 * its event is stored when the promise resolves. `null` if the key is no longer live.
 */
export async function receiveHeartbeat(
  { store }: Pick<Ports, 'store'>,
  { keyHash }: KeyCaller,
  seen: Snapshot,
): Promise<Snapshot | null> {
  store.noteUse(seen, true);
  if (seen.account.alerts.silentSinceMs === null) return seen;
  return store.call({ keyHash }, decideHeartbeat, seen);
}
