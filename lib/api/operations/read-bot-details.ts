import { BOT_PATH } from '@/lib/contract/api-paths';
import { botDetailsResponse } from '@/lib/contract/bot-details';
import { BOT_DETAILS_EXAMPLE } from '@/lib/contract/examples';
import type { Account } from '@/lib/domain/bots/account';
import { apiState, type BotState, botState } from '@/lib/domain/bots/bot-state';
import { PLANS } from '@/lib/domain/quota/plan';
import { pausedUntilMs } from '@/lib/domain/silences/pause';
import { isoTime } from '@/lib/domain/text/time';
import { readDetails } from '@/lib/services/calls/counted-read';
import { COUNTED_READ_ERRORS, countedReply } from '../counted-reply';
import { jsonResponse, keyOperation, success } from '../operation';

/** Returns a bot's state and latest statistics (contract section 8). */
export const readBotDetailsOperation = keyOperation({
  method: 'GET',
  path: BOT_PATH,
  isCounted: true,
  docs: {
    operationId: 'readBot',
    tag: 'Bots',
    summary: 'Read the state of the bot',
    description:
      'Counts as one call. The state is the one that the dashboard shows; a bot that has sent heartbeats but no report is `healthy` here and “New, connected” there.',
  },
  response: jsonResponse(
    'The bot with its state and its latest statistics.',
    botDetailsResponse,
    BOT_DETAILS_EXAMPLE,
  ),
  errors: COUNTED_READ_ERRORS,
  handle: async (deps, { ref, snapshot }) =>
    countedReply(await readDetails(deps, ref, snapshot), (signs, { account, nowMs }) =>
      success(botDetails(account, botState(account, signs, nowMs), nowMs)),
    ),
});

function botDetails(account: Account, state: BotState, nowMs: number) {
  const { botId, name, plan, lastReport, registeredAtMs } = account;
  const untilMs = pausedUntilMs(account, nowMs);
  const { displayName, intervalMinutes } = PLANS[plan];
  return {
    id: botId,
    name,
    state: apiState(state),
    tier: { name: plan, displayName, updateIntervalMinutes: intervalMinutes },
    stats: {
      servers: lastReport?.serverCount ?? null,
      users: lastReport?.userCount ?? null,
      shards: lastReport?.shardCount ?? null,
      lastStatsUpdate: lastReport === null ? null : isoTime(lastReport.atMs),
    },
    registeredAt: isoTime(registeredAtMs),
    pausedUntil: untilMs === null ? null : isoTime(untilMs),
  };
}
