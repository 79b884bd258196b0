import { decideOrHold } from '@/lib/domain/hold';
import type { Report } from '@/lib/domain/report';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';

/**
 * A report for `botId` (contract section 3). One that is a little early has the outcome `early`, with nothing written:
 * it goes to reportWhenDue. `null` if the key was revoked or expired meanwhile.
 */
export const reportStats = (
  { store, holds }: Pick<Ports, 'store' | 'holds'>,
  ref: AccountRef,
  botId: string,
  report: Report,
  seen?: Snapshot,
) =>
  store.call(ref, (account, nowMs) => decideOrHold(account, botId, report, nowMs, holds.maxMs(botId)), seen);
