import { STATS_HISTORY_PATH } from '@/lib/contract/api-paths';
import { STATS_HISTORY_EXAMPLE, statsHistoryQuery, statsHistoryResponse } from '@/lib/contract/stats-history';
import { periodEntries, STATS_PERIODS } from '@/lib/domain/history/stats-history';
import { readStatsHistory } from '@/lib/services/calls/counted-read';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { jsonResponse, keyOperation, success } from '../operation';

/** Returns the last values of each day, week and month (contract section 8). */
export const readStatsHistoryOperation = keyOperation({
  method: 'GET',
  path: STATS_HISTORY_PATH,
  isCounted: true,
  docs: {
    operationId: 'readStatsHistory',
    tag: 'Bots',
    summary: 'Read the last values of each day, week and month',
    description:
      'Counts as one call. As far back as the plan keeps the history; periods without reports are left out. `votes` is the running total of the weighted votes at the end of the period.',
  },
  query: statsHistoryQuery,
  response: jsonResponse('The last values of each period.', statsHistoryResponse, STATS_HISTORY_EXAMPLE),
  errors: FAIR_READ_ERRORS,
  handle: async (deps, call) =>
    countedReply(await readStatsHistory(deps, call), ({ days, votesUntil }, { account }) => {
      const asked = call.query.period;
      const entriesOf = (period: (typeof STATS_PERIODS)[number]) =>
        asked === 'all' || asked === period ? periodEntries(days, period, votesUntil) : [];
      const lists = Object.fromEntries(STATS_PERIODS.map((period) => [period, entriesOf(period)]));
      return success({ botId: account.botId, botName: account.name, ...lists });
    }),
});
