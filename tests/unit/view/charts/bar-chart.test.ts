import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barChart, servedPath } from '@/lib/view/charts/bar-chart';
import { dayBars } from '@/lib/view/day-bars';

const HEIGHT_PX = 120;
const QUOTA = { callsPerDay: 50, cycleStartMs: Date.UTC(2026, 0, 1) };
const anyDays = fc.array(fc.record({ calls: fc.nat(1_000_000), rejected: fc.nat(1_000_000) }), {
  maxLength: 31,
});

it('bars of any days are inside the plot, next to each other, with refused calls on top and never invisible', () => {
  fc.assert(
    fc.property(anyDays, (counts) => {
      const days = counts.map((count, at) => ({
        date: `2026-01-${String(at + 1).padStart(2, '0')}`,
        ...count,
      }));
      const { bars } = barChart(dayBars(days), HEIGHT_PX, QUOTA);
      bars.forEach(({ left, width, middle, served, refused }, at) => {
        const before = bars[at - 1];
        expect(left).toBeGreaterThan(before === undefined ? 0 : before.left + before.width);
        expect(left + width).toBeLessThan(1);
        expect(middle).toBeCloseTo(left + width / 2, 9);
        expect(refused.top).toBeGreaterThanOrEqual(0);
        expect(refused.height > 2).toBe((counts[at]?.rejected ?? 0) > 0);
        expect(served.top).toBeCloseTo(refused.top + refused.height, 9);
        expect(served.top + served.height).toBeCloseTo(HEIGHT_PX, 9);
        expect(served.height).toBeGreaterThanOrEqual(0);
      });
    }),
  );
});

it('the first day of a new bot is a narrow bar at the right end', () => {
  const { bars } = barChart(dayBars([{ date: '2026-01-01', calls: 3, rejected: 0 }]), HEIGHT_PX, QUOTA);
  expect(bars[0]?.width).toBeLessThan(0.1);
  expect(bars[0]?.middle).toBeGreaterThan(0.9);
});

it('the path of the served calls has a bar for each day with any, from its left to the bottom of the plot', () => {
  const days = [3, 0, 50].map((calls, at) => ({ date: `2026-01-0${at + 1}`, calls, rejected: 0 }));
  const { bars } = barChart(dayBars(days), HEIGHT_PX, QUOTA);
  expect(servedPath(bars)).toBe('M7957 114h514v6h-514zM9386 20h514v100h-514z');
});

it.each([
  ['no higher than the quota', 7, 100],
  ['higher than the quota', 200, 200],
])('the line of the quota is at its value on an axis that shows it, with bars %s', (_, calls, to) => {
  const { axis, quotaTop } = barChart(
    dayBars([{ date: '2026-01-01', calls, rejected: 0 }]),
    HEIGHT_PX,
    QUOTA,
  );
  expect(axis.to).toBeGreaterThanOrEqual(QUOTA.callsPerDay);
  expect(quotaTop).toBeCloseTo(HEIGHT_PX * (1 - QUOTA.callsPerDay / axis.to), 9);
  expect(axis.to).toBeLessThanOrEqual(to);
});

it.each([
  ['at the start of the first day', Date.UTC(2026, 0, 1), 0],
  ['at noon of the second', Date.UTC(2026, 0, 2, 12), 0.1],
  ['at the end of the last', Date.UTC(2026, 0, 16), 1],
  ['before the first', Date.UTC(2026, 0, 1) - 1, null],
  ['after the last', Date.UTC(2026, 0, 16) + 1, null],
])('a cycle that starts %s of 15 days', (_, cycleStartMs, at) => {
  const days = Array.from({ length: 15 }, (_, i) => ({
    date: `2026-01-${String(i + 1).padStart(2, '0')}`,
    ...{ calls: 1, rejected: 0 },
  }));
  expect(barChart(dayBars(days), HEIGHT_PX, { callsPerDay: 50, cycleStartMs }).cycleStart).toBe(at);
});
