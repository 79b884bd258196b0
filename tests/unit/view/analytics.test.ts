import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { growthRows } from '@/lib/view/analytics';

const NOW = Date.UTC(2026, 0, 19);
const change = (by: number, days: number, minutes = 0) => ({
  value: 5,
  by,
  percent: 1.5,
  sinceMs: NOW - days * DAY_MS - minutes * MINUTE_MS,
});
const changes = (today: number) => ({ today: change(today, 1, 60), week: null, month: change(9, 9) });
const both = <Value>(value: Value) => ({ servers: value, users: value });
const extent = { first: 1, last: 2, min: 0, max: 3 };
const enterprise = {
  months: [
    { month: '2025-12', ...both(extent) },
    { month: '2026-01', ...both(extent) },
  ],
  records: both(null),
  yearOnYear: both(change(4, 365, 61)),
};
const course = [29, 6, 1].map((days) => ({ atMs: NOW - days * DAY_MS, servers: days, users: 2 }));
const growth = both({ current: 5, changes: changes(7) });

it('the growth has a row for each period, with its course, and the period before and the year where the plan has them', () => {
  const rows = growthRows({ growth, course, advanced: null, enterprise: null }, 'servers', NOW);
  expect(
    rows.map(({ trend, ...row }) => ({ ...row, points: trend?.points.map(({ servers }) => servers) })),
  ).toEqual([
    { name: '24 hours', value: 7, before: null, percent: 1.5, sinceMs: null },
    { name: '7 days', value: null, before: null, percent: null, sinceMs: null, points: [6, 1] },
    { name: '30 days', value: 9, before: null, percent: 1.5, sinceMs: NOW - 9 * DAY_MS, points: [29, 6, 1] },
  ]);
  const advanced = { trends: null, gaps: [], previous: both(changes(-2)) };
  const all = growthRows({ growth, course: [], advanced, enterprise }, 'users', NOW);
  expect(all.map(({ before, trend }) => [before, trend?.points.length])).toEqual([
    [-2, undefined],
    [null, undefined],
    [9, undefined],
    [null, 2],
  ]);
  expect(all.at(-1)).toMatchObject({ name: 'Year', value: 4, sinceMs: NOW - 365 * DAY_MS - 61 * MINUTE_MS });
});
