import type { Issue } from '@/lib/contract/check';
import { checkReportBody } from '@/lib/contract/report-body';
import type { Account } from '@/lib/domain/account';
import type { Caller } from '@/lib/domain/caller';
import type { CallOutcome, ReportRefusal } from '@/lib/domain/decide';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, notFound, type Result } from '../result';
import { reportStats } from './report';

/** The outcome of a manual report: input errors, or the same decision as over the API. */
export type SentStats =
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'decided';
      readonly outcome: CallOutcome<ReportRefusal>;
      readonly account: Account;
      readonly nowMs: number;
    };

/** "Send stats now": a report by a person who may manage the bot, under the API's rules and quota (contract rule 2). */
export async function sendStats(
  ports: Ports,
  who: Caller,
  botId: string,
  counts: Record<'serverCount' | 'userCount' | 'shardCount', unknown>,
): Promise<Result<SentStats>> {
  const found = await ports.directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const checked = checkReportBody({ ...counts, botId });
  if (!checked.ok) return done({ kind: 'invalid', issues: checked.issues });
  const { botId: _, ...report } = checked.value;
  const called = await reportStats(ports, { botId }, botId, report);
  if (called === null) return notFound('There is no such bot.', 'id');
  return done({ kind: 'decided', outcome: called.outcome, account: called.account, nowMs: called.nowMs });
}
