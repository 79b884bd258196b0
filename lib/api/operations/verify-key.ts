import { VERIFY_PATH } from '@/lib/contract/api-paths';
import { VERIFY_EXAMPLE, verifyResponse } from '@/lib/contract/connection';
import type { Account } from '@/lib/domain/bots/account';
import { intervalText, PLANS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import { jsonResponse, keyOperation, success } from '../operation';

/** Tells whether a key works, and what its bot may do (contract section 8). */
export const verifyKeyOperation = keyOperation({
  method: 'GET',
  path: VERIFY_PATH,
  isCounted: false,
  docs: {
    operationId: 'verifyKey',
    tag: 'Connection',
    summary: 'Check the API key',
    description: 'Never counts, and is answered with an exhausted quota too.',
  },
  response: jsonResponse('The key is valid.', verifyResponse, VERIFY_EXAMPLE),
  async handle({ store }, { snapshot }) {
    store.noteUse(snapshot, false);
    return { ...snapshot, reply: success(verification(snapshot.account), { message: 'API key is valid' }) };
  },
});

function verification(account: Account) {
  const plan = PLANS[account.plan];
  const { used, limit } = quotaOf(account);
  const { analyticsLevel, historyDays, intervalMinutes: updateIntervalMinutes } = plan;
  return {
    botId: account.botId,
    botName: account.name,
    updateIntervalMinutes,
    capabilities: { analyticsLevel, historyDays, updateIntervalMinutes },
    tier: {
      name: plan.name,
      displayName: plan.displayName,
      updateInterval: intervalText(plan),
      updateIntervalMinutes,
      apiCallsUsed: used,
      apiCallsLimit: limit,
      analyticsLevel,
      historyDays,
      features: plan.features,
    },
  };
}
