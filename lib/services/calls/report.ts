import { decideReport } from '@/lib/domain/decide';
import type { Report } from '@/lib/domain/report';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';

/** A report for `botId` (contract section 3). `null` if the key was revoked or expired meanwhile. */
export const reportStats = (
  { store }: Pick<Ports, 'store'>,
  ref: AccountRef,
  botId: string,
  report: Report,
  seen?: Snapshot,
) => store.call(ref, (account, nowMs) => decideReport(account, botId, report, nowMs), seen);
