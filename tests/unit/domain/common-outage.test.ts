import { expect, it } from 'vitest';
import { isOutageOver } from '@/lib/domain/alerts/notification';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
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

it.each([
  ['before a count', null, HOUR_MS, false],
  ['with an older count', { count: 0, atMs: 0 }, HOUR_MS, false],
  ['with half of them silent', { count: 69, atMs: 1 }, HOUR_MS, false],
  ['with fewer', { count: 68, atMs: 1 }, HOUR_MS, true],
  ['after a day', null, DAY_MS + 1, true],
])('the notice of 138 silent bots goes by itself %s: %s', (_, silent, nowMs, isOver) => {
  const notice = { id: 'n', atMs: 0, actor: '', detail: '138 310' };
  expect(isOutageOver({ ...notice, kind: 'bots.outage' }, silent, nowMs)).toBe(isOver);
  expect(isOutageOver({ ...notice, kind: 'user.set-password' }, silent, nowMs)).toBe(false);
});
