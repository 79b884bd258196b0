import { expect, it } from 'vitest';
import { dayBars } from '@/lib/view/day-bars';
import { planGains, planLines } from '@/lib/view/plan-gains';

it('planGains names only what differs, with the value of the next plan', () => {
  const gains = planGains('premium', 'business');
  const names = ['Calls per cycle', 'Reports', 'History', 'Analytics', 'Badge'];
  expect(gains.map(({ name }) => name)).toEqual(names);
  expect(gains[0]?.value).toBe(100_000);
  expect(planGains('free', 'free')).toEqual([]);
});

it('planLines has a line for each gain', () => {
  const names = planLines('free').map(({ name }) => name);
  expect(planGains('free', 'premium').every(({ name }) => names.includes(name))).toBe(true);
});

const days = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    calls: day,
    rejected: day % 2,
  }));

it('dayBars sums calls and refusals and finds the highest bar', () => {
  expect(dayBars(days(4))).toMatchObject({ calls: 6, rejected: 2, max: 4 });
  expect(dayBars([])).toEqual({ bars: [], calls: 0, rejected: 0, max: 0 });
});
