import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { burnUp, burnUpText } from '@/lib/view/charts/burn-up';
import { chartOf } from '@/lib/view/charts/charts';
import { drawPlot } from '@/lib/view/charts/draw';

const READER = { timeZone: 'UTC' };
const RESET_MS = Date.UTC(2026, 0, 31, 12);
const NOW_MS = Date.UTC(2026, 0, 4, 6);

const cycle = (more: Partial<Parameters<typeof burnUp>[0]> = {}) =>
  burnUp({
    // The first of them is before the cycle, the second one partly.
    days: [9, 50, 20, 40, 10].map((calls, at) => ({
      date: new Date(Date.UTC(2025, 11, 31 + at)).toISOString().slice(0, 10),
      calls,
    })),
    used: 100,
    limit: 1_500,
    resetAtMs: RESET_MS,
    nowMs: NOW_MS,
    pace: { calls: 90, spanMs: 3 * DAY_MS },
    forecast: { kind: 'lasts' },
    planSinceMs: null,
    color: 'blue',
    ...more,
  });

describe('the burn-up of a cycle', () => {
  it('begins at 0 when the cycle does, and has what was used by each midnight, and now', () => {
    expect(cycle().points).toEqual([
      { atMs: RESET_MS - 30 * DAY_MS, used: 0 },
      { atMs: Date.UTC(2026, 0, 2), used: 30 },
      { atMs: Date.UTC(2026, 0, 3), used: 50 },
      { atMs: Date.UTC(2026, 0, 4), used: 90 },
      { atMs: NOW_MS, used: 100 },
    ]);
  });

  it('leads to the reset at the recent pace', () => {
    const input = cycle();
    expect(input.end).toEqual({ atMs: RESET_MS, used: 100 + Math.round(27.25 * 30), isLimit: false });
    expect(burnUpText(input, READER)).toMatch(
      /^Quota this cycle: 100 of 1,500 calls used, 138 at an even pace, About 918 at the reset, reset on Jan 31/,
    );
    expect(drawPlot(chartOf(input, READER))).toContain('Limit 1,500');
    expect(drawPlot(chartOf(input, READER))).not.toContain('data-beyond');
  });

  it('leads to the limit if that is met before, and names the day', () => {
    const atMs = NOW_MS + 50 * HOUR_MS;
    const input = cycle({ forecast: { kind: 'runs-out', atMs, resetAtMs: RESET_MS } });
    expect(input.end).toEqual({ atMs, used: 1_500, isLimit: true });
    const chart = chartOf(input, READER);
    expect(chart.beyond).toEqual({ from: atMs, until: RESET_MS, text: 'Used up Jan 6' });
    expect(drawPlot(chart)).toContain('data-beyond');
    expect(burnUpText(input, READER)).toContain('Used up at about Jan 6, 2026');
  });

  it('has no forecast without a pace, and a limit from the change of the plan on', () => {
    const planSinceMs = NOW_MS - DAY_MS;
    const input = cycle({ pace: null, forecast: null, planSinceMs });
    expect(input.end).toBeNull();
    expect(chartOf(input, READER).level).toMatchObject({ value: 1_500, from: planSinceMs });
    expect(cycle({ planSinceMs: 5 }).limitSinceMs).toBeNull();
  });
});
