import type { KeyCaller } from '@/lib/domain/people/caller';
import { decideRefusal, decideUsageRead } from '@/lib/domain/reports/decide';
import type { ErrorCode } from '@/lib/domain/reports/refusal';
import { decideHeartbeat } from '@/lib/domain/silences/decide-silence';
import type { AccountRef, Ports, Snapshot } from '@/lib/ports/ports';

/** A usage read (contract section 4). `null` if the key was revoked or expired meanwhile. */
export const readUsage = ({ store }: Pick<Ports, 'store'>, ref: AccountRef, snapshot?: Snapshot) =>
  store.call(ref, decideUsageRead, snapshot);

/**
 * Counts a call that is refused for what it sent (contract rule 4). `null` if the key was revoked or expired
 * meanwhile.
 */
export const refuseCall = <Code extends ErrorCode>(
  { store }: Pick<Ports, 'store'>,
  ref: AccountRef,
  error: Code,
  snapshot?: Snapshot,
) => store.call(ref, (account, nowMs) => decideRefusal(account, error, nowMs), snapshot);

/**
 * Records a heartbeat (contract section 8). It is written off the hot path, except one that ends a silence that was notified:
 * its event is stored when the promise resolves. `null` if the key is no longer live.
 */
export async function receiveHeartbeat(
  { store }: Pick<Ports, 'store'>,
  { keyHash }: KeyCaller,
  snapshot: Snapshot,
): Promise<Snapshot | null> {
  store.noteUse(snapshot, true);
  if (snapshot.account.alerts.silentSinceMs === null) return snapshot;
  return store.call({ keyHash }, decideHeartbeat, snapshot);
}
