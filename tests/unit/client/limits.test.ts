import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLimits, readRetryAfterMs, WAIT_MAX_MS } from '@/lib/client/limits';

const MAX_S = WAIT_MAX_MS / 1_000;
const POLICY = '"quota";q=1500;w=2592000, "interval";q=1;w=1800';
const QUOTA = { limit: 1_500, remaining: 1_350, resetMs: 1_123_200_000 };
const waiting = (waitMs: number) => ({ quota: null, interval: { everyMs: null, waitMs } });

test.each([
  [
    '"quota";r=1350;t=1123200, "interval";r=0;t=300',
    POLICY,
    { quota: QUOTA, interval: { everyMs: 1_800_000, waitMs: 300_000 } },
  ],
  [undefined, undefined, { quota: null, interval: null }],
  ['"interval";r=1;t=0', undefined, waiting(0)],
  ['"quota";r=-1;t=5, "interval";t=soon', undefined, { quota: null, interval: null }],
  [`"interval";r=0;t=${MAX_S - 1}`, undefined, waiting(WAIT_MAX_MS - 1_000)],
  [`"interval";r=0;t=${MAX_S}`, undefined, waiting(WAIT_MAX_MS)],
  [`"interval";r=0;t=${MAX_S + 1}`, undefined, waiting(WAIT_MAX_MS)],
])('RateLimit %s: a missing or malformed part is null, a wait is bounded', (state, policy, limits) => {
  const fields = { ...(state && { RateLimit: state }), ...(policy && { 'RateLimit-Policy': policy }) };
  expect(readLimits(new Headers(fields))).toEqual(limits);
});

const EARLIER = 'Fri, 02 Jan 1970 00:00:00 GMT';
const LATER = 'Fri, 02 Jan 1970 00:01:00 GMT';

test.each([
  ['1', undefined, 1_000],
  ['0', undefined, 0],
  ['soon', undefined, null],
  ['-5', undefined, null],
  ['1.5', undefined, null],
  [LATER, EARLIER, 60_000],
  [EARLIER, LATER, 0],
  [LATER, undefined, null],
])('Retry-After %s in a response of %s is %s ms, independent of the host’s clock', (value, date, ms) => {
  expect(readRetryAfterMs(new Headers({ 'Retry-After': value, ...(date && { Date: date }) }))).toBe(ms);
});

test('no header throws, and no wait is negative or unbounded', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
  fc.assert(
    fc.property(ascii, ascii, (state, value) => {
      const headers = new Headers({ RateLimit: `"interval";r=0;t=${value}, ${state}`, 'Retry-After': value });
      for (const ms of [readLimits(headers).interval?.waitMs ?? 0, readRetryAfterMs(headers) ?? 0]) {
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(WAIT_MAX_MS);
      }
    }),
  );
});
