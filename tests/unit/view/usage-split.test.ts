import { expect, it } from 'vitest';
import type { UsageBreakdown } from '@/lib/domain/quota/breakdown';
import { splitChart, splitCsv, splitUsage } from '@/lib/view/usage-split';

const key = (at: number, calls: number) => ({
  keyId: `id-${at}`,
  name: 'main',
  last4: `000${at}`,
  calls,
  lastUsedAt: null,
});
const BREAKDOWN: UsageBreakdown = {
  cycle: { startedAt: '', resetAt: '', used: 60, unsplit: 2 },
  operations: [
    { operation: 'report', calls: 40 },
    { operation: 'usage', calls: 18 },
  ],
  keys: [key(1, 30), key(2, 10), key(3, 8), key(4, 6), key(5, 3), key(6, 1), key(7, 0)],
  days: [
    { date: '2026-01-19', calls: 3, unsplit: 2, byOperation: { history: 1 }, byKey: { 'id-7': 1 } },
    {
      date: '2026-01-20',
      calls: 9,
      unsplit: 0,
      byOperation: { report: 5, usage: 4 },
      byKey: { 'id-1': 2, 'id-6': 7 },
    },
  ],
};

it('the calls of each day are listed by name, most calls of the cycle first, with those that are not split last', () => {
  expect(splitUsage(BREAKDOWN, 'operation')).toEqual({
    names: [
      { name: 'Reports', calls: 40 },
      { name: 'Usage reads', calls: 18 },
      { name: 'History', calls: 0 },
      { name: 'Not split', calls: 2 },
    ],
    days: [
      { date: '2026-01-19', calls: 3, by: [0, 0, 1, 2] },
      { date: '2026-01-20', calls: 9, by: [5, 4, 0, 0] },
    ],
  });
});

it('a chart has the keys with most calls, and all others as one', () => {
  const { series, rows } = splitChart(splitUsage(BREAKDOWN, 'key'));
  expect(series.map(({ name, calls }) => [name, calls])).toEqual([
    ['main …0001', 30],
    ['main …0002', 10],
    ['main …0003', 8],
    ['main …0004', 6],
    ['Others', 4],
    ['Not split', 2],
  ]);
  expect(rows).toEqual([
    { date: '2026-01-19', calls: 3, part0: 0, part1: 0, part2: 0, part3: 0, part4: 1, part5: 2 },
    { date: '2026-01-20', calls: 9, part0: 2, part1: 0, part2: 0, part3: 0, part4: 7, part5: 0 },
  ]);
});

it('the CSV file has a column of each key and of what is not split', () => {
  expect(splitCsv(splitUsage(BREAKDOWN, 'operation'))).toBe(
    'day,calls,Reports,Usage reads,History,Not split\r\n2026-01-19,3,0,0,1,2\r\n2026-01-20,9,5,4,0,0\r\n',
  );
});
