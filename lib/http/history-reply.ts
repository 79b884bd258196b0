import { HISTORY_CSV } from '@/lib/contract/history';
import { extentOf } from '@/lib/domain/analytics/months';
import { type HistoryUnit, UNIT_MS } from '@/lib/domain/history-window';
import { isoTime } from '@/lib/domain/iso-time';
import type { Counts, Summary } from '@/lib/domain/summary';
import type { HistoryPart } from '@/lib/services/calls/read-history';
import type { Reply } from './reply';

/** The text of some points of a history, as JSON or as lines of CSV. */
export const historyText =
  (isCsv: boolean) =>
  (points: readonly Summary[], unit: HistoryUnit): string =>
    isCsv
      ? points.map((point) => `\r\n${csvLine(point, unit)}`).join('')
      : points.map((point) => JSON.stringify(jsonPoint(point, unit))).join();

/** The 200 of a read of the history (contract section 8), of the texts of its points. */
export function historyReply({ pages, unit, ...part }: HistoryPart<string>, isCsv: boolean): Reply {
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
