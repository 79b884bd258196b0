import { expect, it } from 'vitest';
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
