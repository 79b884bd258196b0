import { expect, it } from 'vitest';
import { bytesText } from '@/lib/view/bytes';
import { planLosses } from '@/lib/view/plan-losses';

const none = { overused: null, interval: null, historyDays: null };
const full = (used: number) => ({ overused: { used, limit: used } });
it.each([
  ['free', 'business', 1_500, null],
  ['premium', 'premium', 10_001, null],
  ['premium', 'free', 1_499, { ...none, interval: '30 minutes', historyDays: 7 }],
  ['premium', 'free', 1_500, { ...full(1_500), interval: '30 minutes', historyDays: 7 }],
  ['business', 'premium', 0, { ...none, interval: '5 minutes', historyDays: 90 }],
  // Used on a larger plan before.
  ['free', 'premium', 10_000, { ...none, ...full(10_000) }],
] as const)('a change from %s to %s with %i calls used loses what it loses', (from, to, used, losses) => {
  expect(planLosses(from, to, used)).toEqual(losses);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [12_345_678, '12.3 MB'],
  [9e15, '9000.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
