import { expect, it } from 'vitest';
import { countsErrors, sendRefusalText } from '@/lib/view/send-refusal';

const AT = Date.UTC(2026, 10, 22, 13, 4, 30);

it.each([
  ['update_too_soon', 1_740_000, { timeZone: 'Europe/Berlin' }, 'in 29 min, at Nov 22, 2026, 14:05.'],
  ['update_too_soon', 1_740_001, { timeZone: 'UTC' }, 'in 30 min, at Nov 22, 2026, 13:05 UTC.'],
  ['update_too_soon', 40_000, { timeZone: 'America/New_York' }, 'in 40 s, at Nov 22, 2026, 08:05.'],
  ['quota_exceeded', 9, { timeZone: 'Asia/Tokyo' }, 'is accepted at Nov 22, 2026, 22:05.'],
] as const)('%s after %i ms for %o', (error, waitMs, reader, end) => {
  const text = sendRefusalText(error, { waitMs, atMs: AT }, reader).replace(/[\u00a0\u202f]/g, ' ');
  expect(text.endsWith(end), text).toBe(true);
});

it('names the bounds of every wrong count', () => {
  expect(countsErrors(['serverCount', 'shardCount'])).toEqual({
    serverCount: 'Enter a whole number from 0 to 10,000,000.',
    shardCount: 'Enter a whole number from 1 to 100,000.',
  });
});
