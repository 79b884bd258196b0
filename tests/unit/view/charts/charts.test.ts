import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { type Chart, type ChartInput, type DayQuota, historySeries } from '@/lib/view/charts/chart';
import { chartOf } from '@/lib/view/charts/charts';
import { drawPlot } from '@/lib/view/charts/draw';
import { extremesOf } from '@/lib/view/charts/readings';

const READER = { timeZone: 'UTC' };

const point = (minute: number, last = 4, { min = last, max = last, reports = 1 } = {}): SeriesPoint => ({
  atMs: minute * MINUTE_MS,
  serverCount: last,
  userCount: last,
  reports,
  min: { serverCount: min, userCount: min },
  max: { serverCount: max, userCount: max },
});

type History = Extract<ChartInput, { kind: 'history' }>;
const history = (points: readonly SeriesPoint[], more: Partial<History> = {}): Chart =>
  chartOf(
    {
      kind: 'history',
      measure: 'serverCount',
      series: historySeries({ name: 'Servers', color: 'red' }, true),
      points,
      gaps: [],
      fromMs: 0,
      untilMs: 4 * HOUR_MS,
      ...more,
    },
    READER,
  );

/** The path of a chart of history with a given place among its paths, without its gaps. */
const pathsOf = (chart: Chart): string[] =>
  [...drawPlot({ ...chart, gaps: [] }).matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path);

/** Points of hours, some of several reports, with gaps where hours are missing. */
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
        const extent = { min: Math.min(...counts), max: Math.max(...counts), reports };
        return { ...point(0, last, extent), atMs: hour * HOUR_MS + offsetMs };
      }),
  );
const anySpan = fc.constantFrom(
  { fromMs: 0, untilMs: 92 * HOUR_MS },
  { fromMs: 20 * HOUR_MS, untilMs: 60 * HOUR_MS },
);

describe('a chart of any points', () => {
  it('is within its axes, and shows the lowest and the highest value of all reports', () => {
    fc.assert(
      fc.property(anyPoints, anySpan, (points, span) => {
        const { x, y, rows } = history(points, span);
        const shown = points.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.untilMs);
        expect(rows.map(({ at }) => at)).toEqual(shown.map(({ atMs }) => atMs));
        expect([x.from, x.until]).toEqual([span.fromMs, span.untilMs]);
        const values = rows.flatMap(({ last, band }) => [last, band].flat().filter((each) => each !== null));
        if (values.length === 0) return;
        const { min, max } = extremesOf(shown, 'serverCount') ?? {};
        expect([Math.min(...values.map(Number)), Math.max(...values.map(Number))]).toEqual([min, max]);
        expect(y.from).toBeLessThanOrEqual(Number(min));
        expect(y.to).toBeGreaterThanOrEqual(Number(max));
        const drawn =
          pathsOf(history(points, span))
            .join('')
            .match(/M-?\d+ -?\d+/g) ?? [];
        for (const start of drawn) {
          const [left = -1, top = -1] = start.slice(1).split(' ').map(Number);
          expect(left >= 0 && left <= 1_200 && top >= 0 && top <= 480).toBe(true);
        }
      }),
    );
  });

  it('has each point once, and no line across a gap', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const gaps = points.flatMap(({ atMs }, at) => {
          const next = points[at + 1]?.atMs ?? atMs;
          return next - atMs > HOUR_MS ? [{ fromMs: atMs, toMs: next }] : [];
        });
        const { rows } = history(points, { gaps, untilMs: 92 * HOUR_MS });
        const shown = rows.filter(({ last }) => last !== null);
        expect(shown.map(({ at }) => at)).toEqual(points.map(({ atMs }) => atMs));
        expect(rows.length - shown.length).toBe(gaps.length);
        for (const { fromMs, toMs } of gaps) {
          expect(rows.some(({ at, last }) => last === null && at > fromMs && at < toMs)).toBe(true);
        }
      }),
    );
  });
});

it('a gap inside one bucket interrupts the line too, and is drawn over the whole height', () => {
  const points = [0, 60, 120, 180].map((minute) => point(minute, 10 + minute));
  const gaps = [{ fromMs: 70 * MINUTE_MS, toMs: 71 * MINUTE_MS }];
  const chart = history(points, { gaps });
  expect(pathsOf(chart)[1]?.match(/M/g)).toHaveLength(2);
  expect(drawPlot(chart)).toMatch(
    /data-gaps="1"[^>]*stroke-width:2"><rect x="29.17%" width="0.42%" height="100%"/,
  );
});

it.each([1, 2, 7, 30, 90, 365])(
  '%d days have three labels on a narrow plot: the words of more would touch',
  (days) => {
    for (const fromMs of [0, 5 * HOUR_MS, 17 * HOUR_MS + MINUTE_MS]) {
      const { x } = history([point(60)], { fromMs, untilMs: fromMs + days * DAY_MS });
      expect(x.ticks.filter(({ on }) => on === 'all')).toHaveLength(3);
    }
  },
);

it('gaps so close that they touch are one box, and each is counted', () => {
  const points = Array.from({ length: 181 }, (_, minute) => point(minute));
  const gaps = points.slice(1).map(({ atMs }) => ({ fromMs: atMs - MINUTE_MS + 1, toMs: atMs - 1 }));
  const drawn = drawPlot(history(points, { gaps, untilMs: 30 * DAY_MS }));
  expect(drawn).toMatch(/data-gaps="180"[^>]*><rect x="0%" width="0.51%" height="100%"\/><\/g>/);
});

it('gaps at the ends of a range interrupt nothing, and end with it', () => {
  const points = [point(60), point(120)];
  const gaps = [
    { fromMs: -HOUR_MS, toMs: HOUR_MS },
    { fromMs: 2 * HOUR_MS, toMs: 9 * HOUR_MS },
  ];
  const chart = history(points, { gaps });
  expect(chart.rows).toHaveLength(2);
  expect(chart.gaps).toEqual([
    { from: 0, until: HOUR_MS },
    { from: 2 * HOUR_MS, until: 4 * HOUR_MS },
  ]);
});

it('an axis that does not start at 0 says so', () => {
  const chart = history([point(0, 45_000), point(60, 46_000)]);
  expect(chart.y.from).toBeGreaterThan(0);
  expect(drawPlot(chart)).toContain('>Axis starts at 45K</text>');
});

it('a dip inside one bucket is a band between its neighbours, which are lines only', () => {
  const points = [100, 100, 100, 100, 100].map((last, at) =>
    point(at * 60, last, at === 2 ? { min: 25, reports: 12 } : { reports: 12 }),
  );
  const [band, area, line] = pathsOf(history(points));
  expect(area).toBe('M0 0l300 0l300 0l300 0l300 0V480H0z');
  expect(line).toBe('M0 0l300 0l300 0l300 0l300 0');
  expect(band).toBe('M300 0l300 0l300 0l0 0l-300 360l-300 -360z');
});

it('a planned silence is no gap too, unless there were no reports before or after it', () => {
  const pause = { fromMs: HOUR_MS, untilMs: 2 * HOUR_MS, reason: null };
  const annotations = { marks: [], pauses: [pause] };
  const gap = { fromMs: HOUR_MS + MINUTE_MS, toMs: 2 * HOUR_MS };
  expect(history([point(60)], { annotations, gaps: [gap] }).gaps).toEqual([]);
  const longer = { ...gap, toMs: 3 * HOUR_MS };
  expect(history([point(60)], { annotations, gaps: [longer] }).gaps).toHaveLength(1);
});

it('the period before is a dashed line in its place of this one', () => {
  const before = [
    { ...point(0, 50), atMs: -2 * HOUR_MS },
    { ...point(0, 50), atMs: -HOUR_MS },
  ];
  const series = historySeries({ name: 'Servers', color: 'red' }, true, true);
  const chart = history([point(60, 100)], { before, series });
  expect(chart.before).toEqual([
    { at: 2 * HOUR_MS, before: 50 },
    { at: 3 * HOUR_MS, before: 50 },
  ]);
  expect(chart.y.from).toBeLessThanOrEqual(50);
  expect(drawPlot(chart)).toMatch(
    /<path d="M600 480l300 0" stroke="var\(--series-before\)"[^>]*stroke-dasharray="4 4"/,
  );
});

it('the lowest and the highest value are those of all reports', () => {
  const points = [point(0, 50), point(60, 60, { min: 10, max: 90, reports: 7 }), point(120, 40)];
  expect(extremesOf(points, 'userCount')).toEqual({ min: 10, max: 90 });
  expect(extremesOf([], 'userCount')).toBeNull();
});

const CALLS = [
  { key: 'calls', name: 'Counted', color: 'blue', kind: 'bar' },
  { key: 'rejected', name: 'Refused', color: 'red', kind: 'hatched' },
] as const;
const QUOTA: DayQuota = { callsPerDay: 50, planSinceMs: null, cycleStartMs: Date.UTC(2026, 0, 1) };
const daysOf = (counts: readonly { readonly calls: number; readonly rejected: number }[]) =>
  counts.map((count, at) => ({
    date: new Date(Date.UTC(2026, 0, at + 1)).toISOString().slice(0, 10),
    ...count,
  }));
const calls = (counts: Parameters<typeof daysOf>[0], quota = QUOTA) =>
  chartOf({ kind: 'bars', rows: daysOf(counts), series: CALLS, quota }, READER);
/** A place of the axis, counted in days from its start. */
const inDays = ({ x }: Chart, at: number) => (at - x.from) / DAY_MS;

type Box = { x: number; width: number; y: number; height: number };
/** The bars of a chart in percent, those of each series together. */
function barsOf(chart: Chart): Box[][] {
  const groups = drawPlot(chart).match(/<g fill="(?!var\(--muted).*?<\/g>/g) ?? [];
  return groups.map((group) =>
    [...group.matchAll(/<rect x="([^%]*)%" width="([^%]*)%" y="([^%]*)%" height="([^%]*)%"/g)].map(
      (found) => {
        const [x = 0, width = 0, y = 0, height = 0] = found.slice(1).map(Number);
        return { x, width, y, height };
      },
    ),
  );
}

describe('calls per day', () => {
  const anyDays = fc.array(fc.record({ calls: fc.nat(1_000_000), rejected: fc.nat(1_000_000) }), {
    maxLength: 31,
  });

  it('are bars inside the plot, next to each other, with refused calls never invisible', () => {
    fc.assert(
      fc.property(anyDays, (counts) => {
        const [served = [], refused = []] = barsOf(calls(counts));
        expect(served).toHaveLength(counts.filter((count) => count.calls > 0).length);
        expect(refused).toHaveLength(counts.filter((count) => count.rejected > 0).length);
        for (const bars of [served, refused]) {
          bars.forEach(({ x, width, y, height }, at) => {
            const before = bars[at - 1];
            expect(x).toBeGreaterThan(before === undefined ? 0 : before.x + before.width);
            expect(x + width).toBeLessThan(100);
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y + height).toBeLessThanOrEqual(102.5);
          });
        }
        expect(refused.every(({ height }) => height >= 2.5)).toBe(true);
      }),
    );
  });

  it('has the bars of today paler: it is not over', () => {
    const drawing = drawPlot(calls([1, 2, 3].map((n) => ({ calls: n, rejected: n }))));
    const bars = drawing.match(/<rect [^>]*height[^>]*>/g) ?? [];
    expect(bars.map((bar) => bar.includes('opacity="0.55"'))).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
    const months = ['2026-01', '2026-02'].map((name) => ({ name, calls: 1, rejected: 0 }));
    const named = chartOf({ kind: 'bars', rows: months, series: CALLS }, READER);
    expect(drawPlot(named)).not.toContain('opacity="0.55"');
  });

  it.each([
    ['before the first day', Date.UTC(2025, 11, 1), 0],
    ['at noon of the second', Date.UTC(2026, 0, 2, 12), 1.5],
    ['now', Date.UTC(2026, 0, 15, 18), 14.75],
  ])(
    'the line of a plan that the bot has since %s begins there: another plan before had another',
    (_, planSinceMs, from) => {
      const counts = Array.from({ length: 15 }, () => ({ calls: 1, rejected: 0 }));
      const chart = calls(counts, { ...QUOTA, planSinceMs });
      expect(inDays(chart, chart.level?.from ?? 0)).toBe(from);
      expect(drawPlot(chart)).toMatch(
        new RegExp(`<line x1="${Math.round((from / 15) * 10_000) / 100}%" x2="100%"[^>]*6 4`),
      );
    },
  );

  it.each([
    ['at the start of the first day', Date.UTC(2026, 0, 1), 0],
    ['at noon of the second', Date.UTC(2026, 0, 2, 12), 1.5],
    ['at the end of the last', Date.UTC(2026, 0, 16), 15],
    ['before the first', Date.UTC(2026, 0, 1) - 1, null],
    ['after the last', Date.UTC(2026, 0, 16) + 1, null],
  ])('a cycle that starts %s of 15 days', (_, cycleStartMs, at) => {
    const counts = Array.from({ length: 15 }, () => ({ calls: 1, rejected: 0 }));
    const chart = calls(counts, { ...QUOTA, cycleStartMs });
    expect(chart.start === null ? null : inDays(chart, chart.start)).toBe(at);
  });
});

describe('changes', () => {
  const anyChange = fc.option(fc.integer({ min: -2_000_000, max: 2_000_000 }));
  const anyBars = fc.array(fc.record({ name: fc.constant('a day'), value: anyChange, before: anyChange }), {
    minLength: 1,
    maxLength: 7,
  });
  const series = [
    { key: 'before', name: 'Before', color: 'pink', kind: 'bar', stack: 'before' },
    { key: 'value', name: 'Change', color: 'red', kind: 'bar' },
  ] as const;
  const changes = (rows: { name: string; value: number | null; before: number | null }[]) =>
    chartOf({ kind: 'bars', rows, series }, READER);

  it('are bars inside the plot, from zero up or down and never invisible', () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        const chart = changes(bars);
        const zero = (chart.y.to / (chart.y.to - chart.y.from)) * 100;
        const drawn = barsOf(chart).flat();
        const known = bars.flatMap(({ value, before }) => [value, before].filter((each) => each));
        expect(drawn).toHaveLength(known.length);
        for (const { x, width, y, height } of drawn) {
          expect(x >= 0 && x + width <= 100.01).toBe(true);
          expect(height).toBeGreaterThanOrEqual(1);
          expect(Math.min(Math.abs(y - zero), Math.abs(y + height - zero))).toBeLessThan(1.1);
        }
      }),
    );
  });

  it('twice the change is twice the bar', () => {
    const [, drawn = []] = barsOf(
      changes([
        { name: 'a', value: 500, before: null },
        { name: 'b', value: -1_000, before: null },
      ]),
    );
    expect((drawn[1]?.height ?? 0) / (drawn[0]?.height ?? 1)).toBeCloseTo(2, 1);
  });
});

it('a month without reports separates the lines, and each month has its place and its values', () => {
  const month = (min: number, last: number, max: number) => ({
    name: '2026-01',
    range: [min, max] as const,
    last,
  });
  const none = { name: '2026-02', range: null, last: null };
  const months = [month(0, 50, 100), month(20, 20, 20), none, month(100, 100, 100)];
  const series = [
    { key: 'last', name: 'Last', color: 'red', kind: 'dots' },
    { key: 'range', name: 'Lowest to highest', color: 'pink', kind: 'bar' },
  ] as const;
  const chart = chartOf({ kind: 'bars', rows: months, series }, READER);
  expect(chart.y).toMatchObject({ from: 0, to: 100 });
  const [line, dots] = pathsOf(chart);
  expect(line).toBe('M150 240l300 144');
  expect(dots).toBe('M150 240h0M450 384h0M1050 0h0');
});
