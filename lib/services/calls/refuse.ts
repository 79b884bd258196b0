import { decideRefusal } from '@/lib/domain/decide';
import type { ErrorCode } from '@/lib/domain/errors';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';

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
