import { checkReportBody } from '@/lib/contract/report-body';
import { isoTime } from '@/lib/domain/usage-record';
import { refuseCall } from '@/lib/services/refuse-call';
import { reportStats } from '@/lib/services/report-stats';
import { BOT_DISABLED, invalidBody } from './failures';
import { type Call, type MeteredDeps, stateFailure } from './metered';
import { readJsonBody } from './read-body';
import { type Failure, success } from './reply';

/** `POST /api/v1/bots/stats` (contract section 3). */
export async function postReport(deps: MeteredDeps, call: Call) {
  // Before the body is looked at: a disabled bot learns nothing about it (order of checks, section 5).
  if (call.seen.account.isDisabled) return refuse(deps, call, BOT_DISABLED);
  const read = await readJsonBody(call.request);
  if (!read.ok) return refuse(deps, call, read.failure);
  const checked = checkReportBody(read.value);
  if (!checked.ok) return refuse(deps, call, invalidBody(checked.issues));

  const { botId, ...report } = checked.body;
  const called = await reportStats(deps, { keyHash: call.keyHash }, botId, report, call.seen);
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  const reply =
    outcome.kind === 'served'
      ? success(
          { botId, botName: account.name, ...report, updatedAt: isoTime(nowMs) },
          { message: 'Stats updated successfully' },
        )
      : stateFailure(outcome.error, account, nowMs);
  return { account, nowMs, reply };
}

async function refuse(deps: MeteredDeps, { keyHash, seen }: Call, refusal: Failure) {
  const called = await refuseCall(deps, { keyHash }, refusal.error, seen);
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  const isDisabledNow = outcome.kind === 'refused' && outcome.error === 'bot_disabled';
  return { account, nowMs, reply: isDisabledNow ? BOT_DISABLED : refusal };
}
