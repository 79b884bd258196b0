import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLimits, readRetryAfterMs, WAIT_MAX_MS } from '@/lib/client/limits';

const of = (fields: Record<string, string>) => readLimits(new Headers(fields));

test('reads the fields as the contract writes them', () => {
  expect(
    of({
      'RateLimit-Policy': '"quota";q=1500;w=2592000, "interval";q=1;w=1800',
      RateLimit: '"quota";r=1350;t=1123200, "interval";r=0;t=300',
    }),
  ).toEqual({
    quota: { limit: 1_500, remaining: 1_350, resetMs: 1_123_200_000 },
    interval: { everyMs: 1_800_000, waitMs: 300_000 },
  });
});

test('a part that is missing or malformed is null, the other is kept', () => {
  expect(of({})).toEqual({ quota: null, interval: null });
  expect(of({ RateLimit: '"interval";r=1;t=0' })).toEqual({
    quota: null,
    interval: { everyMs: null, waitMs: 0 },
  });
  expect(of({ RateLimit: '"quota";r=-1;t=5, "interval";t=soon' })).toEqual({ quota: null, interval: null });
});

test.each([
  [WAIT_MAX_MS / 1_000 - 1, WAIT_MAX_MS - 1_000],
  [WAIT_MAX_MS / 1_000, WAIT_MAX_MS],
  [WAIT_MAX_MS / 1_000 + 1, WAIT_MAX_MS],
])('a wait of %i s is taken as %i ms', (seconds, ms) => {
  expect(of({ RateLimit: `"interval";r=0;t=${seconds}` }).interval?.waitMs).toBe(ms);
});

describe('Retry-After', () => {
  test.each([
    ['1', 1_000],
    ['0', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
  ])('%s is %s ms', (value, ms) => {
    expect(readRetryAfterMs(new Headers({ 'Retry-After': value }))).toBe(ms);
  });

  test('as a date is measured against the clock of the answer, not that of the host', () => {
    const date = 'Fri, 02 Jan 1970 00:00:00 GMT';
    const later = 'Fri, 02 Jan 1970 00:01:00 GMT';
    expect(readRetryAfterMs(new Headers({ 'Retry-After': later, Date: date }))).toBe(60_000);
    expect(readRetryAfterMs(new Headers({ 'Retry-After': date, Date: later }))).toBe(0);
    expect(readRetryAfterMs(new Headers({ 'Retry-After': later }))).toBe(null);
  });
});

test('no header breaks it, and no wait is negative or endless', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
  fc.assert(
    fc.property(ascii, ascii, (state, value) => {
      const fields = { RateLimit: `"interval";r=0;t=${value}, ${state}`, 'Retry-After': value };
      for (const ms of [of(fields).interval?.waitMs ?? 0, readRetryAfterMs(new Headers(fields)) ?? 0]) {
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(WAIT_MAX_MS);
      }
    }),
  );
});
