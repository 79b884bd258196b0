import { USAGE_PATH } from '@/lib/contract/api-paths';
import { USAGE_EXAMPLE } from '@/lib/contract/examples';
import { usageResponse } from '@/lib/contract/usage';
import { usageRecord } from '@/lib/domain/quota/usage-record';
import { readUsage } from '@/lib/services/calls/calls';
import { stateError } from '../errors';
import { keyOperation, success } from '../operation';

/** Returns a bot's quota and interval (contract section 4). */
export const readUsageOperation = keyOperation({
  method: 'GET',
  path: USAGE_PATH,
  auth: 'key',
  isCounted: true,
  docs: {
    operationId: 'readUsage',
    tag: 'Usage',
    summary: 'Read the usage record',
    description:
      'Counts as one call while calls are left; with an exhausted quota it still succeeds, but is not counted.',
  },
  response: {
    description: 'The usage record.',
    content: { 'application/json': { schema: usageResponse, example: USAGE_EXAMPLE } },
  },
  errors: ['missing_key', 'invalid_key', 'bot_disabled', 'internal_error', 'storage_unavailable'],
  async handle(deps, { who: { keyHash }, seen }) {
    const called = await readUsage(deps, { keyHash }, seen);
    if (called === null) return null;
    const { account, nowMs, outcome } = called;
    const reply =
      outcome.kind === 'served'
        ? success(usageRecord(account, nowMs))
        : stateError(outcome.error, account, nowMs);
    return { account, nowMs, reply };
  },
});
