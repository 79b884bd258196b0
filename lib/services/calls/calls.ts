import type { KeyCaller } from '@/lib/domain/people/caller';
import { decideRefusal, decideUsageRead } from '@/lib/domain/reports/decide';
import type { ErrorCode } from '@/lib/domain/reports/refusal';
import { decideHeartbeat } from '@/lib/domain/silences/decide-silence';
import type { AccountRef, Ports, Snapshot } from '@/lib/ports/ports';

/** A usage read (contract section 4). `null` if the key was revoked or expired meanwhile. */
export const readUsage = ({ store }: Pick<Ports, 'store'>, ref: AccountRef, seen?: Snapshot) =>
  store.call(ref, decideUsageRead, seen);

/**
 * Counts a call that is refused for what it sent (contract rule 4). `null` if the key was revoked or expired
 * meanwhile.
 */
export const refuseCall = <Code extends ErrorCode>(
  { store }: Pick<Ports, 'store'>,
  ref: AccountRef,
  error: Code,
  seen?: Snapshot,
) => store.call(ref, (account, nowMs) => decideRefusal(account, error, nowMs), seen);

/**
 * Records a heartbeat (contract section 8). It is written off the hot path, except one that ends a silence that was notified:
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
