import { HISTORY_PATH } from '@/lib/contract/bot-paths';
import { HISTORY_CSV_EXAMPLE, HISTORY_EXAMPLE } from '@/lib/contract/examples-history';
import { historyCsv, historyQuery, historyResponse } from '@/lib/contract/history';
import { isForward } from '@/lib/domain/history-window';
import { readHistory } from '@/lib/services/calls/read-history';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { keyEndpoint } from '../endpoint';
import { historyReply, historyText } from '../history-reply';
import { wantsCsv } from '../wants-csv';

/** Returns a part of a bot's history (contract section 8). */
export const readBotHistoryEndpoint = keyEndpoint({
  method: 'GET',
  path: HISTORY_PATH,
  auth: 'key',
  isCounted: true,
  docs: {
    operationId: 'readHistory',
    tag: 'Bots',
    summary: 'Read the history of server and user counts',
    description:
      'Counts as one call. The span is widened to whole hours or days and cut where the history of the plan begins; reports are kept as they were sent for 7 days, older ones by the hour. With `Accept: text/csv` the points come as a CSV file.',
  },
  query: historyQuery,
  issuesAt: ({ from, to, unit }, nowMs) =>
    isForward({ fromMs: from, toMs: to, unit }, nowMs)
      ? []
      : [{ path: 'from', message: 'Must be before "to", which is now unless given.' }],
  response: {
    description: 'The history.',
    content: {
      'application/json': { schema: historyResponse, example: HISTORY_EXAMPLE },
      'text/csv': { schema: historyCsv, example: HISTORY_CSV_EXAMPLE },
    },
  },
  errors: ['invalid_query', ...FAIR_READ_ERRORS],
  async handle(deps, { request, query: { from, to, unit }, who: { keyHash }, seen, hold }) {
    const isCsv = wantsCsv(request.headers.get('accept'));
    const called = await readHistory(
      deps,
      { ref: { keyHash }, seen, hold },
      { fromMs: from, toMs: to, unit },
      historyText(isCsv),
    );
    return countedReply(called, (part) => historyReply(part, isCsv));
  },
});
