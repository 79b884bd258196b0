import { describe, expect, it } from 'vitest';
import type { SeriesPoint } from '@/lib/domain/history';
import { chartPoints, extentOf, gapMs } from '@/lib/view/series';

const MINUTE = 60_000;
const at = (minute: number, serverCount = 4): SeriesPoint => ({
  ...{ atMs: minute * MINUTE, serverCount },
  ...{ userCount: 273, shardCount: 1 },
});

describe('chartPoints', () => {
  const HOUR = 60 * MINUTE;
  const counts = (...points: SeriesPoint[]) => chartPoints(points, HOUR).map((point) => point.serverCount);

  it('adds a gap between reports that are more than the maximum apart', () => {
    expect(counts(at(0), at(60))).toEqual([4, 4]);
    expect(counts(at(0), { ...at(60), atMs: HOUR + 1 })).toEqual([4, null, 4]);
    expect(counts(at(500))).toEqual([4]);
    expect(counts()).toEqual([]);
  });

  it('keeps times ascending', () => {
    const times = chartPoints([at(0), at(100), at(101), at(300)], HOUR).map((p) => p.atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('marks a report between two gaps', () => {
    const points = chartPoints([at(0), at(10), at(200), at(400), at(410)], HOUR);
    expect(points.filter((p) => p.isAlone).map((p) => p.atMs / MINUTE)).toEqual([200]);
  });
});

it('gapMs is two intervals or two buckets, whichever is longer', () => {
  expect(gapMs(30 * MINUTE, MINUTE)).toBe(60 * MINUTE);
  expect(gapMs(MINUTE, 876 * MINUTE)).toBe(1_752 * MINUTE);
});

it('extentOf returns lowest, highest and last, or null without reports', () => {
  const points = [at(0, 5), at(1, 3), at(2, 9), at(3, 4)];
  expect(extentOf(points, 'serverCount')).toEqual({ min: 3, max: 9, last: 4 });
  expect(extentOf([], 'userCount')).toBeNull();
});
