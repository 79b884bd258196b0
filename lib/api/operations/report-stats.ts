import { REPORT_PATH } from '@/lib/contract/api-paths';
import { REPORT_EXAMPLE, REPORTED_EXAMPLE } from '@/lib/contract/examples';
import { REPORT_OTHER_NAMES, reportBody, reportResponse } from '@/lib/contract/report';
import { PLANS } from '@/lib/domain/quota/plan';
import { isoTime } from '@/lib/domain/text/time';
import { reportStats, reportWhenDue } from '@/lib/services/calls/report';
import { stateError } from '../errors';
import { jsonResponse, keyOperation, success } from '../operation';

/** Accepts a bot's statistics (contract section 3). */
export const reportStatsOperation = keyOperation({
  method: 'POST',
  path: REPORT_PATH,
  isCounted: true,
  docs: {
    operationId: 'reportStats',
    tag: 'Reports',
    summary: 'Report statistics',
    description:
      'Accepted once per interval of the plan; of simultaneous reports exactly one. One that is a little early waits until it is due. A 2xx is sent only after the report is stored durably.',
  },
  body: {
    schema: reportBody,
    otherNames: REPORT_OTHER_NAMES,
    description: 'At most 16 KiB, UTF-8. Unknown fields are ignored.',
    example: { name: 'report', summary: 'A report', value: REPORT_EXAMPLE },
    minimal: { botId: REPORT_EXAMPLE.botId, serverCount: 1, userCount: 1 },
  },
  response: jsonResponse('The report is stored and counted.', reportResponse, REPORTED_EXAMPLE),
  errors: ['bot_mismatch', 'update_too_soon', 'quota_exceeded'],
  async handle(deps, { body, ref, snapshot, hold }) {
    const { botId, ...report } = body;
    const first = await reportStats(deps, ref, botId, report, snapshot);
    if (first === null) return null;
    const result =
      first.outcome.kind === 'early'
        ? await reportWhenDue(deps, ref, botId, report, first.outcome, { hold })
        : { ...first, outcome: first.outcome };
    if (result === null) return null;
    const { account, nowMs, outcome } = result;
    if (outcome.kind === 'refused') {
      return { account, nowMs, reply: stateError(outcome.error, account, nowMs, true) };
    }
    const tier = { name: account.plan, updateIntervalMinutes: PLANS[account.plan].intervalMinutes };
    const data = { botId, botName: account.name, ...report, updatedAt: isoTime(nowMs), tier };
    return { account, nowMs, reply: success(data, { message: 'Stats updated successfully' }) };
  },
});
