import { botDetailsResponse } from '@/lib/contract/bot-details';
import { BOT_DETAILS_EXAMPLE } from '@/lib/contract/examples';
import type { Account } from '@/lib/domain/account';
import type { BotState } from '@/lib/domain/bot-state';
import { isoTime } from '@/lib/domain/iso-time';
import { PLANS } from '@/lib/domain/plan';
import { readDetails } from '@/lib/services/calls/read-details';
import { keyEndpoint } from '../endpoint';
import { success } from '../reply';
import { stateError } from '../state-error';

/** Returns a bot's state and latest statistics (contract section 8). */
export const readBotDetailsEndpoint = keyEndpoint({
  method: 'GET',
  path: '/api/v1/bots/{botId}',
  auth: 'key',
  isCounted: true,
  docs: {
    operationId: 'readBot',
    tag: 'Bots',
    summary: 'Read the state of the bot',
    description: 'Counts as one call. The state is the one that the dashboard shows.',
  },
  response: {
    description: 'The bot with its state and its latest statistics.',
    content: { 'application/json': { schema: botDetailsResponse, example: BOT_DETAILS_EXAMPLE } },
  },
  errors: [
    'missing_key',
    'invalid_key',
    'bot_disabled',
    'bot_mismatch',
    'quota_exceeded',
    'internal_error',
    'storage_unavailable',
  ],
  async handle(deps, { who: { keyHash }, seen }) {
    const called = await readDetails(deps, { keyHash }, seen);
    if (called === null) return null;
    const { account, nowMs, outcome, state } = called;
    const reply =
      outcome.kind === 'served'
        ? success(botDetails(account, state))
        : stateError(outcome.error, account, nowMs);
    return { account, nowMs, reply };
  },
});

function botDetails({ botId, name, plan, lastReport, registeredAtMs }: Account, state: BotState) {
  const { displayName, intervalMinutes } = PLANS[plan];
  return {
    id: botId,
    name,
    state: state.name,
    tier: { name: plan, displayName, updateIntervalMinutes: intervalMinutes },
    stats: {
      servers: lastReport?.serverCount ?? null,
      users: lastReport?.userCount ?? null,
      shards: lastReport?.shardCount ?? null,
      lastStatsUpdate: lastReport === null ? null : isoTime(lastReport.atMs),
    },
    registeredAt: isoTime(registeredAtMs),
  };
}
