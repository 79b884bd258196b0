import { decideUsageRead } from '@/lib/domain/decide';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';

/** A usage read (contract section 4). `null` if the key was revoked or expired meanwhile. */
export const readUsage = ({ store }: Pick<Ports, 'store'>, ref: AccountRef, seen?: Snapshot) =>
  store.call(ref, decideUsageRead, seen);
