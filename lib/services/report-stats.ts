import { decideReport } from '@/lib/domain/decide';
import type { Report } from '@/lib/domain/report';
import type { Ports, Snapshot, Subject } from './ports';

/** A report for `botId` (contract section 3). `null` when the key stopped being valid meanwhile. */
export const reportStats = (
  { store }: Pick<Ports, 'store'>,
  subject: Subject,
  botId: string,
  report: Report,
  seen?: Snapshot,
) => store.call(subject, (account, nowMs) => decideReport(account, botId, report, nowMs), seen);
