import type { Issue } from '@/lib/contract/faults/body';
import { checkReportBody } from '@/lib/contract/report';
import type { Account } from '@/lib/domain/bots/account';
import type { Caller } from '@/lib/domain/people/caller';
import type { CallOutcome, ReportRefusal } from '@/lib/domain/reports/decide';
import { type Hold, NEVER_HUNG_UP, type Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, notFound, type Result, unavailable } from '../result';
import { readSession } from '../sessions/find';
import { isHungUp, reportStats, reportWhenDue } from './report';

/** The outcome of a manual report: input errors, or the same decision as over the API. */
export type SentStats =
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'decided';
      readonly outcome: CallOutcome<ReportRefusal>;
      readonly account: Account;
      readonly nowMs: number;
    };

const HUNG_UP = unavailable('The page was left before the report was due. Nothing was sent.');

/**
 * "Send stats now": a report by a person who may manage the bot, under the API's rules and quota (contract rules 2 and 6).
 */
export async function sendStats(
  ports: Ports,
  who: Caller,
  botId: string,
  counts: Record<'serverCount' | 'userCount' | 'shardCount', unknown>,
  hold: () => Hold = NEVER_HUNG_UP,
): Promise<Result<SentStats>> {
  const found = await ports.directory.read((tables) => findBot(tables, who, botId, 'sendStats'));
  if (!found.ok) return found;
  const checked = checkReportBody({ ...counts, botId });
  if (!checked.ok) return done({ kind: 'invalid', issues: checked.issues });
  const { botId: _, ...report } = checked.value;
  const first = await reportStats(ports, { botId }, botId, report);
  if (first === null) return notFound('There is no such bot.', 'id');
  const result =
    first.outcome.kind === 'early'
      ? await reportWhenDue(ports, { botId }, botId, report, first.outcome, {
          hold,
          isStillAllowed: () => mayStillSend(ports, who, botId),
        }).catch(hungUp)
      : { ...first, outcome: first.outcome };
  if (result === 'hung up') return HUNG_UP;
  if (result === null) return notFound('There is no such bot.', 'id');
  return done({ kind: 'decided', outcome: result.outcome, account: result.account, nowMs: result.nowMs });
}

/** Whether a person whose report was held may still send it: they can have been signed out, disabled or replaced. */
const mayStillSend = ({ directory, factorPolicy }: Ports, who: Caller, botId: string): Promise<boolean> =>
  directory.read(async (tables, nowMs) => {
    const now =
      who.kind === 'person' ? (await readSession(tables, factorPolicy, who.sessionHash, nowMs))?.who : who;
    return now !== undefined && now !== null && (await findBot(tables, now, botId, 'sendStats')).ok;
  });

function hungUp(error: unknown): 'hung up' {
  if (isHungUp(error)) return 'hung up';
  throw error;
}
