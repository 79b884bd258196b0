import { BREAKDOWN_PATH } from '@/lib/contract/api-paths';
import { BREAKDOWN_EXAMPLE, breakdownResponse } from '@/lib/contract/breakdown';
import { usageBreakdown } from '@/lib/domain/quota/breakdown';
import { readBreakdown } from '@/lib/services/calls/counted-read';
import { withCall } from '@/lib/services/usage/parts';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { jsonResponse, keyOperation, success } from '../operation';

/** Returns what used the quota (contract section 12). */
export const readBreakdownOperation = keyOperation({
  method: 'GET',
  path: BREAKDOWN_PATH,
  isCounted: true,
  docs: {
    operationId: 'readUsageBreakdown',
    tag: 'Usage',
    summary: 'Read what used the quota',
    description:
      'Counts as one call. The counted calls of the cycle and of the last 31 UTC days, by operation and by key. For every day and for the cycle the operations, and the keys, each add up to the counted calls, with `unsplit`.',
  },
  response: jsonResponse('The counted calls by operation and by key.', breakdownResponse, BREAKDOWN_EXAMPLE),
  errors: FAIR_READ_ERRORS,
  handle: async (deps, call) =>
    countedReply(await readBreakdown(deps, call), (before, { account, nowMs }) => {
      const { parts, keys } = withCall(before, account);
      return success(usageBreakdown(account, parts, keys, nowMs));
    }),
});
