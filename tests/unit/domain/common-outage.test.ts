import { expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { isCommonOutage, isSameOutage } from '@/lib/domain/silences/silence';

it.each([
  [9, 9, false],
  [10, 33, true],
  [10, 34, false],
  [300, 1_000, false],
  [301, 1_000, true],
])('%i silent bots of %i: a common outage is %s', (silenced, alive, isOutage) => {
  expect(isCommonOutage(silenced, alive)).toBe(isOutage);
});

it.each([-HOUR_MS, 1 - HOUR_MS, HOUR_MS - 1, HOUR_MS])(
  'an outage %i ms later is the same within an hour',
  (ms) => {
    expect(isSameOutage(0, ms)).toBe(Math.abs(ms) < HOUR_MS);
  },
);
