import type { SeriesPoint } from '@/lib/domain/summary';

/**
 * Points as a flat list of whole numbers, a third of their size as JSON objects after compression: NUMBERS_EACH for each
 * point. Time, last values and shards are differences from the point before, the extremes distances from the last value.
 */
export type PackedPoints = readonly number[];

const NUMBERS_EACH = 9;

export function packPoints(points: readonly SeriesPoint[]): PackedPoints {
  let [atMs, servers, users, shards] = [0, 0, 0, 0];
  return points.flatMap((point) => {
    const { min, max } = point;
    const numbers = [
      ...[point.atMs - atMs, point.serverCount - servers, point.userCount - users, point.shardCount - shards],
      ...[point.reports, point.serverCount - min.serverCount, max.serverCount - point.serverCount],
      ...[point.userCount - min.userCount, max.userCount - point.userCount],
    ];
    ({ atMs, serverCount: servers, userCount: users, shardCount: shards } = point);
    return numbers;
  });
}

export function unpackPoints(packed: PackedPoints): SeriesPoint[] {
  const points: SeriesPoint[] = [];
  let [atMs, serverCount, userCount, shardCount] = [0, 0, 0, 0];
  for (let at = 0; at < packed.length; at += NUMBERS_EACH) {
    const of = (offset: number) => packed[at + offset] ?? 0;
    atMs += of(0);
    serverCount += of(1);
    userCount += of(2);
    shardCount += of(3);
    points.push({
      ...{ atMs, serverCount, userCount, shardCount, reports: of(4) },
      min: { serverCount: serverCount - of(5), userCount: userCount - of(7) },
      max: { serverCount: serverCount + of(6), userCount: userCount + of(8) },
    });
  }
  return points;
}
