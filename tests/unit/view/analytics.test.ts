import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { gapMarks, growthRows } from '@/lib/view/analytics';

const NOW = Date.UTC(2026, 0, 19);
const change = (by: number, days: number, minutes = 0) => ({
  value: 5,
  by,
  percent: 1.5,
  sinceMs: NOW - days * DAY_MS - minutes * MINUTE_MS,
});
const changes = (today: number) => ({ today: change(today, 1, 60), week: null, month: change(9, 9) });
const both = <Value>(value: Value) => ({ servers: value, users: value });
const basic = {
  level: 'basic' as const,
  advanced: null,
  enterprise: null,
  growth: both({ current: 5, changes: changes(7) }),
  coverage: { expected: 0, received: 0, percentage: null },
};
const enterprise = {
  months: [],
  records: both(null),
  yearOnYear: both(change(4, 365, 61)),
};

it('the growth has a row for each period, with that before and the year where the plan has them', () => {
  expect(growthRows(basic, 'servers', NOW)).toEqual([
    { name: '24 hours', value: 7, before: null, percent: 1.5, sinceMs: null },
    { name: '7 days', value: null, before: null, percent: null, sinceMs: null },
    { name: '30 days', value: 9, before: null, percent: 1.5, sinceMs: NOW - 9 * DAY_MS },
  ]);
  const advanced = { trends: null, gaps: [], previous: both(changes(-2)) };
  const rows = growthRows({ ...basic, level: 'enterprise', advanced, enterprise }, 'users', NOW);
  expect(rows.map(({ before }) => before)).toEqual([-2, null, 9, null]);
  expect(rows.at(-1)).toMatchObject({
    name: 'Year',
    value: 4,
    before: null,
    sinceMs: NOW - 365 * DAY_MS - 61 * MINUTE_MS,
  });
});

it('gaps lie within the last 30 days and are wide enough to be seen', () => {
  const gap = (fromDays: number, toDays: number) => ({
    fromMs: NOW - fromDays * DAY_MS,
    toMs: NOW - toDays * DAY_MS,
  });
  const marks = gapMarks([gap(30, 15), gap(0.001, 0)], NOW);
  expect(marks.map(({ left, width }) => [left, width])).toEqual([
    [0, 50],
    [99.7, 0.3],
  ]);
});
