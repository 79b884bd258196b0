import { type BodyIssue, checkReportBody } from '@/lib/contract/report-body';
import type { Account } from '@/lib/domain/account';
import type { CallOutcome, ReportRefusal } from '@/lib/domain/decide';
import type { Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { Ports } from './ports';
import { reportStats } from './report-stats';
import { done, notFound, type Result } from './result';

/** What became of a report by hand: faults of what was typed, or the same decision as over the API. */
export type SentStats =
  | { readonly kind: 'faulty'; readonly issues: readonly BodyIssue[] }
  | {
      readonly kind: 'decided';
      readonly outcome: CallOutcome<ReportRefusal>;
      readonly account: Account;
      readonly nowMs: number;
    };

/** "Send stats now": the API's rules and count, by a person who may manage the bot (contract rule 2). */
export async function sendStats(
  ports: Ports,
  who: Principal,
  botId: string,
  counts: Record<'serverCount' | 'userCount' | 'shardCount', unknown>,
): Promise<Result<SentStats>> {
  const found = await ports.directory.read((tables) => findBot(tables, who, botId));
  if (!found.ok) return found;
  const checked = checkReportBody({ ...counts, botId });
  if (!checked.ok) return done({ kind: 'faulty', issues: checked.issues });
  const { botId: _, ...report } = checked.body;
  const called = await reportStats(ports, { botId }, botId, report);
  if (called === null) return notFound('There is no such bot.', 'id');
  return done({ kind: 'decided', outcome: called.outcome, account: called.account, nowMs: called.nowMs });
}
