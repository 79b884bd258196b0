import { decideUsageRead } from '@/lib/domain/decide';
import type { Ports, Snapshot, Subject } from './ports';

/** A usage read (contract section 4). `null` when the key stopped being valid meanwhile. */
export const readUsage = ({ store }: Pick<Ports, 'store'>, subject: Subject, seen?: Snapshot) =>
  store.call(subject, decideUsageRead, seen);
