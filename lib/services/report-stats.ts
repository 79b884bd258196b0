import { decideReport } from '@/lib/domain/decide';
import type { Report } from '@/lib/domain/report';
import type { Ports, Subject } from './ports';

/** A report for `botId` (contract section 3). `null` when the key stopped being valid meanwhile. */
export const reportStats = (
  { store }: Pick<Ports, 'store'>,
  subject: Subject,
  botId: string,
  report: Report,
) => store.call(subject, (account, nowMs) => decideReport(account, botId, report, nowMs));
