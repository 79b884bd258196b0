import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/plan';
import { pointsCaption } from '@/lib/view/charts/caption';
import type { CountPoint } from '@/lib/view/charts/count-points';
import { lineChart, PLOT } from '@/lib/view/charts/line-chart';
import { bandPath, dotsPath, linePath } from '@/lib/view/charts/paths';
import { gapsOf, segmentsOf } from '@/lib/view/charts/segments';
import { summaryOf } from '@/lib/view/charts/summary';

const point = (minute: number, last = 4, { min = last, max = last, reports = 1 } = {}): CountPoint => ({
  ...{ atMs: minute * MINUTE_MS, last, min, max, reports },
});

/** Buckets of an hour with reports at any time of it. */
const anyPoints = fc
  .array(
    fc.record({
      hour: fc.integer({ min: 1, max: 90 }),
      offsetMs: fc.integer({ min: 0, max: HOUR_MS - 1 }),
      counts: fc.tuple(fc.nat(10_000_000_000), fc.nat(10_000_000_000), fc.nat(10_000_000_000)),
      reports: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 60 },
  )
  .map((buckets) =>
    [...new Map(buckets.map((bucket) => [bucket.hour, bucket])).values()]
      .sort((a, b) => a.hour - b.hour)
      .map(({ hour, offsetMs, counts: [last, ...others], reports }) => {
        const counts = reports === 1 ? [last] : [last, ...others];
        return {
          ...{ atMs: hour * HOUR_MS + offsetMs, last, reports },
          ...{ min: Math.min(...counts), max: Math.max(...counts) },
        };
      }),
  );
const anySpan = fc.constantFrom(
  { fromMs: 0, untilMs: 92 * HOUR_MS },
  { fromMs: 20 * HOUR_MS, untilMs: 60 * HOUR_MS },
);
const anySampling = fc.constantFrom(
  ...[1, 5, 30].map((minutes) => ({ intervalMs: minutes * MINUTE_MS, bucketMs: HOUR_MS })),
);

describe('a chart of any points', () => {
  it('is within the plot, and shows the lowest and the highest value of all reports', () => {
    fc.assert(
      fc.property(anyPoints, anySpan, anySampling, (points, span, sampling) => {
        const { axis, segments, gaps } = lineChart(points, span, sampling);
        const placed = segments.flat();
        const isInside = placed.every(
          ({ x, y, yMin, yMax }) =>
            x >= 0 && x <= PLOT.width && yMax >= 0 && yMax <= y && y <= yMin && yMin <= PLOT.height,
        );
        expect(isInside).toBe(true);
        expect(gaps.every(({ x, width }) => x >= 0 && width >= 0 && x + width <= PLOT.width)).toBe(true);
        const shown = points.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.untilMs);
        expect(placed).toHaveLength(shown.length);
        const unit = (axis.to - axis.from) / PLOT.height;
        const valueAt = (y: number) => axis.to - y * unit;
        const { min = 0, max = 0 } = summaryOf(shown) ?? {};
        if (placed.length === 0) return;
        expect(Math.abs(valueAt(Math.max(...placed.map(({ yMin }) => yMin))) - min)).toBeLessThanOrEqual(
          unit,
        );
        expect(Math.abs(valueAt(Math.min(...placed.map(({ yMax }) => yMax))) - max)).toBeLessThanOrEqual(
          unit,
        );
      }),
    );
  });

  it('has each point in one segment, and no line across an empty bucket or a gap', () => {
    fc.assert(
      fc.property(anyPoints, anySampling, (points, sampling) => {
        const segments = segmentsOf(points, sampling);
        expect(segments.flat()).toEqual(points);
        const hours = segments.map((segment) => segment.map(({ atMs }) => Math.floor(atMs / HOUR_MS)));
        expect(hours.every((of) => of.every((hour, at) => at === 0 || hour === (of[at - 1] ?? 0) + 1))).toBe(
          true,
        );
        for (const { fromMs, untilMs } of gapsOf(segments, 92 * HOUR_MS, sampling)) {
          expect(points.some(({ atMs }) => atMs > fromMs && atMs < untilMs)).toBe(false);
        }
      }),
    );
  });
});

describe('a gap', () => {
  const PER_REPORT = { intervalMs: 30 * MINUTE_MS, bucketMs: 3 * MINUTE_MS };
  const PER_HOUR = { intervalMs: 5 * MINUTE_MS, bucketMs: HOUR_MS };
  it.each([
    ['two intervals between reports', [point(0), point(60)], PER_REPORT, 1],
    ['a moment more', [point(0), { ...point(60), atMs: HOUR_MS + 1 }], PER_REPORT, 2],
    ['the last reports of two hours', [point(0), point(119)], PER_HOUR, 1],
    ['an hour without reports', [point(59), point(120)], PER_HOUR, 2],
    ['no point', [], PER_HOUR, 0],
  ] as const)('after %s: %#', (_, points, sampling, segments) => {
    expect(segmentsOf(points, sampling)).toHaveLength(segments);
  });

  it('lasts until now if the next report is overdue', () => {
    const untilNow = (minute: number) => gapsOf([[point(0)]], minute * MINUTE_MS, PER_REPORT);
    expect(untilNow(60)).toEqual([]);
    expect(untilNow(61)).toEqual([{ fromMs: 0, untilMs: 61 * MINUTE_MS }]);
  });
});

it('one report is a dot inside the plot, on an axis from 0', () => {
  const { axis, segments } = lineChart(
    [point(30)],
    { fromMs: 0, untilMs: HOUR_MS },
    {
      ...{ intervalMs: HOUR_MS, bucketMs: MINUTE_MS },
    },
  );
  expect(axis).toMatchObject({ from: 0, to: 6 });
  expect([linePath(segments), bandPath(segments), dotsPath(segments)]).toEqual(['', '', 'M600 200h0']);
});

it('a dip inside one bucket is a band between its neighbours, which are lines only', () => {
  const points = [100, 100, 100, 100, 100].map((last, at) =>
    point(at * 60, last, at === 2 ? { min: 25, reports: 12 } : { reports: 12 }),
  );
  const span = { fromMs: 0, untilMs: 4 * HOUR_MS };
  const { segments } = lineChart(points, span, { intervalMs: 30 * MINUTE_MS, bucketMs: HOUR_MS });
  expect(linePath(segments)).toBe('M0 0l300 0l300 0l300 0l300 0');
  expect(bandPath(segments)).toBe('M300 0l300 0l300 0l0 0l-300 450l-300 -450z');
});

it('the summary has the lowest and highest of all reports, and the change since the first point', () => {
  const points = [point(0, 50), point(60, 60, { min: 10, max: 90, reports: 7 }), point(120, 40)];
  const change = { by: -10, percent: -20, sinceMs: 0 };
  expect(summaryOf(points)).toEqual({ last: 40, min: 10, max: 90, reports: 9, change });
  expect(summaryOf([point(0, 0), point(1, 5)])?.change).toMatchObject({ by: 5, percent: null });
  expect(summaryOf([point(0)])?.change).toBeNull();
  expect(summaryOf([])).toBeNull();
});

it('the caption names a distance of points only if points stand for several reports', () => {
  const of = (intervalMs: number, bucketMs: number) => pointsCaption({ intervalMs, bucketMs });
  expect(of(30 * MINUTE_MS, 3 * MINUTE_MS)).toBe('One point per report');
  expect(of(MINUTE_MS, 15 * HOUR_MS)).toContain('One point per 15\u00a0h:');
});
