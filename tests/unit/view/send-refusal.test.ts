import { expect, it } from 'vitest';
import { countsErrors, sendRefusalText } from '@/lib/view/send-refusal';

const AT = Date.UTC(2026, 10, 22, 13, 4, 30);

it.each([
  [
    'update_too_soon',
    1_740_000,
    { locale: 'en-GB', timeZone: 'Europe/Berlin' },
    'in 29 min, at 22 Nov 2026, 14:05.',
  ],
  ['update_too_soon', 1_740_001, { locale: 'en', timeZone: 'UTC' }, 'in 30 min, at Nov 22, 2026, 13:05 UTC.'],
  [
    'update_too_soon',
    40_000,
    { locale: 'de', timeZone: 'America/New_York' },
    'in 40 s, at 22.11.2026, 08:05.',
  ],
  ['quota_exceeded', 9, { locale: 'en-GB', timeZone: 'Asia/Tokyo' }, 'is accepted at 22 Nov 2026, 22:05.'],
] as const)('%s after %i ms for %o', (error, waitMs, reader, end) => {
  const text = sendRefusalText(error, { waitMs, atMs: AT }, reader).replace(/[\u00a0\u202f]/g, ' ');
  expect(text.endsWith(end), text).toBe(true);
});

it('names the bounds of every wrong count as the reader writes them', () => {
  expect(countsErrors(['serverCount', 'shardCount'], 'de')).toEqual({
    serverCount: 'Enter a whole number from 0 to 10.000.000.',
    shardCount: 'Enter a whole number from 1 to 100.000.',
  });
});
