import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketFor, downsample } from '@/lib/view/downsample';
import { extentOf, type SeriesPoint } from '@/lib/view/series';

const MINUTE = 60_000;
const BUCKET = 60 * MINUTE;

const series = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { maxLength: 400 }).chain((minutes) =>
  fc.tuple(
    ...minutes
      .toSorted((a, b) => a - b)
      .map((minute) =>
        fc.record({
          atMs: fc.constant(minute * MINUTE),
          serverCount: fc.nat(1_000),
          userCount: fc.nat(100_000),
          shardCount: fc.constant(1),
        }),
      ),
  ),
);

describe('downsample', () => {
  it('shows only reports that were made, in their order', () => {
    fc.assert(
      fc.property(series, (points: SeriesPoint[]) => {
        const kept = downsample(points, BUCKET);
        expect(kept).toEqual(points.filter((point) => kept.includes(point)));
      }),
    );
  });

  it('keeps the lowest, the highest and the last of both measures, overall and in each bucket', () => {
    fc.assert(
      fc.property(series, (points: SeriesPoint[]) => {
        const kept = downsample(points, BUCKET);
        for (const measure of ['serverCount', 'userCount'] as const) {
          expect(extentOf(kept, measure)).toEqual(extentOf(points, measure));
          for (const bucket of new Set(points.map((p) => Math.floor(p.atMs / BUCKET)))) {
            const within = (p: SeriesPoint) => Math.floor(p.atMs / BUCKET) === bucket;
            expect(extentOf(kept.filter(within), measure)).toEqual(extentOf(points.filter(within), measure));
          }
        }
      }),
    );
  });

  it('hides no gap longer than a bucket: first and last of each bucket stay', () => {
    fc.assert(
      fc.property(series, (points: SeriesPoint[]) => {
        const gaps = (all: readonly SeriesPoint[]) =>
          all.flatMap((p, i) => {
            const next = all[i + 1];
            return next !== undefined && next.atMs - p.atMs > 2 * BUCKET ? [p.atMs] : [];
          });
        expect(gaps(downsample(points, BUCKET))).toEqual(gaps(points));
      }),
    );
  });

  it('brings a year of reports a minute below the number asked for', () => {
    const points = Array.from({ length: 365 * 1_440 }, (_, minute) => ({
      atMs: minute * MINUTE,
      serverCount: minute % 97,
      userCount: minute % 1_013,
      shardCount: 1,
    }));
    const kept = downsample(points, bucketFor(365 * 1_440 * MINUTE, 1_200));
    expect(kept.length).toBeLessThanOrEqual(1_206);
    expect(kept.length).toBeGreaterThan(600);
  });
});
