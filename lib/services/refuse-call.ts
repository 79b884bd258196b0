import { decideRefusal } from '@/lib/domain/decide';
import type { ErrorCode } from '@/lib/domain/errors';
import type { Ports, Snapshot, Subject } from './ports';

/** Counts a call that is refused for what it sent (contract rule 4). `null` when the key stopped being valid meanwhile. */
export const refuseCall = <Code extends ErrorCode>(
  { store }: Pick<Ports, 'store'>,
  subject: Subject,
  error: Code,
  seen?: Snapshot,
) => store.call(subject, (account, nowMs) => decideRefusal(account, error, nowMs), seen);
