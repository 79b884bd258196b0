import { describe, expect, it } from 'vitest';
import { dayBars, labelledDates } from '@/lib/view/day-bars';
import { planGains, planLines } from '@/lib/view/plan-gains';

describe('planGains', () => {
  it('names only what differs, with the value of the next plan', () => {
    const gains = planGains('premium', 'business');
    expect(gains.map(({ name }) => name)).toEqual([
      'Calls per cycle',
      'Reports',
      'History',
      'Analytics',
      'Badge',
    ]);
    expect(gains[0]?.value).toBe(100_000);
  });

  it('finds nothing between a plan and itself', () => {
    expect(planGains('free', 'free')).toEqual([]);
  });

  it('has a line of the plan for each gain', () => {
    const names = planLines('free').map(({ name }) => name);
    expect(planGains('free', 'premium').every(({ name }) => names.includes(name))).toBe(true);
  });
});

const days = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    calls: day,
    rejected: day % 2,
  }));

describe('dayBars', () => {
  it('sums calls and refusals and finds the highest bar', () => {
    expect(dayBars(days(4))).toMatchObject({ calls: 6, rejected: 2, max: 4 });
  });

  it('copes with no day at all', () => {
    expect(dayBars([])).toEqual({ bars: [], calls: 0, rejected: 0, max: 0 });
  });
});

describe('labelledDates', () => {
  it.each([
    [30, 8],
    [30, 4],
    [1, 4],
    [7, 7],
    [8, 7],
  ])('labels the last of %d days and at most %d in all', (count, countMax) => {
    const all = days(count);
    const labelled = labelledDates(all, countMax);
    expect(labelled.at(-1)).toBe(all.at(-1)?.date);
    expect(labelled.length).toBeLessThanOrEqual(countMax);
  });
});
