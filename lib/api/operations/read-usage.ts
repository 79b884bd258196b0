import { USAGE_PATH } from '@/lib/contract/api-paths';
import { USAGE_EXAMPLE } from '@/lib/contract/examples';
import { usageResponse } from '@/lib/contract/usage';
import { usageRecord } from '@/lib/domain/quota/usage-record';
import { readUsage } from '@/lib/services/calls/calls';
import { countedReply } from '../counted-reply';
import { jsonResponse, keyOperation, success } from '../operation';

/** Returns a bot's quota and interval (contract section 4). */
export const readUsageOperation = keyOperation({
  method: 'GET',
  path: USAGE_PATH,
  isCounted: true,
  docs: {
    operationId: 'readUsage',
    tag: 'Usage',
    summary: 'Read the usage record',
    description:
      'Counts as one call while calls are left; with an exhausted quota it still succeeds, but is not counted.',
  },
  response: jsonResponse('The usage record.', usageResponse, USAGE_EXAMPLE),
  handle: async (deps, { ref, snapshot }) =>
    countedReply(await readUsage(deps, ref, snapshot), (_, { account, nowMs }) =>
      success(usageRecord(account, nowMs)),
    ),
});
