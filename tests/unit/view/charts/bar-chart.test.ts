import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barChart } from '@/lib/view/charts/bar-chart';
import { dayBars } from '@/lib/view/day-bars';

const HEIGHT_PX = 120;
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
      const { bars } = barChart(dayBars(days), HEIGHT_PX);
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
  const { bars } = barChart(dayBars([{ date: '2026-01-01', calls: 3, rejected: 0 }]), HEIGHT_PX);
  expect(bars[0]?.width).toBeLessThan(0.1);
  expect(bars[0]?.middle).toBeGreaterThan(0.9);
});
