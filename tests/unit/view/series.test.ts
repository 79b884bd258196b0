import { describe, expect, it } from 'vitest';
import type { SeriesPoint } from '@/lib/domain/history';
import { chartPoints, extentOf, gapMs } from '@/lib/view/series';

const MINUTE = 60_000;
const at = (minute: number, serverCount = 4, userCount = 273): SeriesPoint => ({
  atMs: minute * MINUTE,
  serverCount,
  userCount,
  shardCount: 1,
});

describe('chartPoints', () => {
  const minutesOf = (minutes: readonly number[], maxGapMinutes: number) =>
    chartPoints(
      minutes.map((minute) => at(minute)),
      maxGapMinutes * MINUTE,
    ).map(({ atMs, serverCount }) => (serverCount === null ? 'gap' : atMs / MINUTE));

  it('joins reports exactly as far apart as allowed', () => {
    expect(minutesOf([0, 59, 119], 60)).toEqual([0, 59, 119]);
  });

  it('breaks the line one millisecond beyond', () => {
    const points = [at(0), { ...at(60), atMs: 60 * MINUTE + 1 }];
    expect(chartPoints(points, 60 * MINUTE).map((p) => p.serverCount)).toEqual([4, null, 4]);
  });

  it('puts no gap before the first and after the last report', () => {
    expect(minutesOf([500], 60)).toEqual([500]);
    expect(minutesOf([], 60)).toEqual([]);
  });

  it('marks a report that no line would show', () => {
    const points = chartPoints([at(0), at(10), at(200), at(400), at(410)], 60 * MINUTE);
    expect(points.filter((p) => p.isAlone).map((p) => p.atMs / MINUTE)).toEqual([200]);
  });

  it('keeps times in ascending order', () => {
    const times = chartPoints([at(0), at(100), at(101), at(300)], 60 * MINUTE).map((p) => p.atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('gapMs', () => {
  it('is two intervals, or two buckets where those are longer', () => {
    expect(gapMs(30 * MINUTE, MINUTE)).toBe(60 * MINUTE);
    expect(gapMs(MINUTE, 876 * MINUTE)).toBe(1_752 * MINUTE);
  });
});

describe('extentOf', () => {
  it('finds lowest, highest and latest', () => {
    expect(extentOf([at(0, 5), at(1, 3), at(2, 9), at(3, 4)], 'serverCount')).toEqual({
      min: 3,
      max: 9,
      last: 4,
    });
  });

  it('is null without reports', () => {
    expect(extentOf([], 'userCount')).toBeNull();
  });
});
