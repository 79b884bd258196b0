import type { StoredPoint } from '@/lib/domain/history/summary';
import { isoTime } from '@/lib/domain/text/time';
import { csv } from '../csv';

const REPORTS = ['at', 'servers', 'users', 'shards'];
const HOURS = [
  ...['at', 'reports', 'servers_first', 'servers_last', 'servers_min', 'servers_max'],
  ...['users_first', 'users_last', 'users_min', 'users_max', 'shards'],
];

/**
 * Stored points as CSV with the columns of the API (contract section 8): those of reports, or those of hours if any hour
 * is among them. An hour has the time of its start.
 */
export function historyCsv(points: readonly StoredPoint[]): string {
  if (points.every(({ hourMs }) => hourMs === null)) {
    return csv(
      REPORTS,
      points.map((p) => [isoTime(p.atMs), p.serverCount, p.userCount, p.shardCount]),
    );
  }
  return csv(
    HOURS,
    points.map(({ atMs, hourMs, reports, first, min, max, ...last }) => [
      ...[isoTime(hourMs ?? atMs), reports],
      ...[first.serverCount, last.serverCount, min.serverCount, max.serverCount],
      ...[first.userCount, last.userCount, min.userCount, max.userCount],
      last.shardCount,
    ]),
  );
}
