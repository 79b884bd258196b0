import type { Annotations } from '@/lib/contract/bot-view';
import type { StoredPoint } from '@/lib/domain/history/summary';
import { isoTime } from '@/lib/domain/text/time';
import { csv } from '../csv';
import { annotationsBefore } from './annotations';

const REPORTS = ['at', 'servers', 'users', 'shards'];
const HOURS = [
  'at',
  'reports',
  'servers_first',
  'servers_last',
  'servers_min',
  'servers_max',
  'users_first',
  'users_last',
  'users_min',
  'users_max',
  'shards',
];

/**
 * Stored points as CSV with the columns of the API (contract section 8): those of reports, or those of hours if any hour
 * is among them. An hour has the time of its start. Marks
 * and planned silences are in a column of their own, if there are any, at the first point after each.
 */
export function historyCsv(points: readonly StoredPoint[], annotations: Annotations): string {
  const texts = annotationsBefore(points, annotations);
  const isAnnotated = texts.some((text) => text !== '');
  const column = isAnnotated ? ['marks'] : [];
  const cell = (at: number) => (isAnnotated ? [texts[at] ?? ''] : []);
  if (points.every(({ hourMs }) => hourMs === null)) {
    return csv(
      [...REPORTS, ...column],
      points.map((p, at) => [isoTime(p.atMs), p.serverCount, p.userCount, p.shardCount, ...cell(at)]),
    );
  }
  return csv(
    [...HOURS, ...column],
    points.map(({ atMs, hourMs, reports, first, min, max, ...last }, at) => [
      isoTime(hourMs ?? atMs),
      reports,
      first.serverCount,
      last.serverCount,
      min.serverCount,
      max.serverCount,
      first.userCount,
      last.userCount,
      min.userCount,
      max.userCount,
      last.shardCount,
      ...cell(at),
    ]),
  );
}
