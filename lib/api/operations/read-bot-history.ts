import { HISTORY_PATH } from '@/lib/contract/api-paths';
import { HISTORY_CSV_EXAMPLE, HISTORY_EXAMPLE } from '@/lib/contract/examples';
import { HISTORY_CSV, historyCsvText, historyQuery, historyResponse } from '@/lib/contract/history';
import { type HistoryUnit, isForward, UNIT_MS } from '@/lib/domain/history/history';
import type { Counts, Summary } from '@/lib/domain/history/summary';
import { extentOf } from '@/lib/domain/history/trends';
import { isoTime } from '@/lib/domain/text/time';
import { type HistoryPart, readHistory } from '@/lib/services/calls/read-history';
import { countedReply, FAIR_READ_ERRORS } from '../counted-reply';
import { prefers } from '../negotiation';
import { keyOperation, type Reply } from '../operation';

/** Returns a part of a bot's history (contract section 8). */
export const readBotHistoryOperation = keyOperation({
  method: 'GET',
  path: HISTORY_PATH,
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
      'text/csv': { schema: historyCsvText, example: HISTORY_CSV_EXAMPLE },
    },
    vary: 'Accept',
  },
  errors: FAIR_READ_ERRORS,
  async handle(deps, call) {
    const { from, to, unit } = call.query;
    const isCsv = prefers(call.headers.accept, 'text/csv');
    const span = { fromMs: from, toMs: to, unit };
    return countedReply(await readHistory(deps, call, span, historyText(isCsv)), (part) =>
      historyReply(part, isCsv),
    );
  },
});

/** The text of some points of a history, as JSON or as lines of CSV. */
const historyText =
  (isCsv: boolean) =>
  (points: readonly Summary[], unit: HistoryUnit): string =>
    isCsv
      ? points.map((point) => `\r\n${csvLine(point, unit)}`).join('')
      : points.map((point) => JSON.stringify(jsonPoint(point, unit))).join();

/** The 200 of a read of the history (contract section 8), of the texts of its points. */
function historyReply({ pages, unit, ...part }: HistoryPart<string>, isCsv: boolean): Reply {
  const Vary = 'Accept';
  if (isCsv) {
    const header = HISTORY_CSV[unit === 'report' ? unit : 'bucket'];
    const headers = { Vary, 'Content-Type': 'text/csv; charset=utf-8' };
    return { status: 200, headers, body: `${header}${pages.join('')}\r\n` };
  }
  const head = JSON.stringify({ from: isoTime(part.fromMs), to: isoTime(part.toMs), unit }).slice(0, -1);
  const gaps = part.gaps.map((gap) => ({ from: isoTime(gap.fromMs), to: isoTime(gap.toMs) }));
  const data = `${head},"points":[${pages.join()}],"gaps":${JSON.stringify(gaps)}}`;
  return { status: 200, headers: { Vary }, body: `{"success":true,"data":${data}}` };
}

/** The time of a report, or the start of the hour or day. */
const pointTime = ({ atMs }: Summary, unit: HistoryUnit): string =>
  isoTime(unit === 'report' ? atMs : Math.floor(atMs / UNIT_MS[unit]) * UNIT_MS[unit]);

function jsonPoint(point: Summary, unit: HistoryUnit): object {
  const at = pointTime(point, unit);
  const { reports, serverCount, userCount, shardCount: shards } = point;
  if (unit === 'report') return { at, servers: serverCount, users: userCount, shards };
  return {
    at,
    reports,
    servers: extentOf(point, 'serverCount'),
    users: extentOf(point, 'userCount'),
    shards,
  };
}

/** Numbers and times need no quotes. */
function csvLine(point: Summary, unit: HistoryUnit): string {
  const at = pointTime(point, unit);
  const { reports, serverCount, userCount, shardCount: shards } = point;
  if (unit === 'report') return [at, serverCount, userCount, shards].join();
  const extent = (count: keyof Counts) => {
    const { first, last, min, max } = extentOf(point, count);
    return [first, last, min, max];
  };
  return [at, reports, ...extent('serverCount'), ...extent('userCount'), shards].join();
}
