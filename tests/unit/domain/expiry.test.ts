import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryError, expiryMaxMs, parseDay, parseMoment, successorExpiryMs } from '@/lib/domain/keys/expiry';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { T0 } from '@/tests/support/data/accounts';

describe('a date as text', () => {
  it.each([
    ['2027-01-31', Date.UTC(2027, 0, 31), true],
    ['2028-02-29', Date.UTC(2028, 1, 29), true],
    ['2027-01-31T00:00:00Z', Date.UTC(2027, 0, 31), false],
    ['2027-01-31T10:30Z', Date.UTC(2027, 0, 31, 10, 30), false],
    ['2027-01-31T10:30:00.5+02:00', Date.UTC(2027, 0, 31, 8, 30, 0, 500), false],
  ])('%s is read as %i; is a day: %s', (text, atMs, isDay) => {
    expect(parseMoment(text)).toBe(atMs);
    expect(parseDay(text)).toBe(isDay ? atMs : null);
  });

  const NO_DATES =
    '+275760-09-12|-000001-01-01|2027-02-29|2027-02-31|2027-13-01|2027-00-10|2027-1-1|2027-01-31T25:00Z|2027-02-31T00:00Z' +
    '|2027-01-31T10:30|2027-01-31 10:30Z|20270131|2027|| |tomorrow|1e3|2027-01-31T00:00:00Z\n|２０２７-01-31';
  it.each([...NO_DATES.split('|'), '9'.repeat(400)])('%j is refused', (text) => {
    expect([parseDay(text), parseMoment(text)]).toEqual([null, null]);
  });

  it('never throws, and is a time that can be formatted or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}Z)?$/)), (text) => {
        for (const atMs of [parseDay(text), parseMoment(text)]) {
          if (atMs !== null) expect(new Date(atMs).toISOString()).toMatch(/^\d{4}-/);
        }
      }),
    );
  });
});

describe('an expiry', () => {
  const max = Date.UTC(2036, 0, 20) - 1;

  it('is at most the end of the same UTC day in ten years', () => {
    expect(expiryMaxMs(T0)).toBe(max);
    expect(expiryMaxMs(Date.UTC(2028, 1, 29, 23))).toBe(Date.UTC(2038, 2, 2) - 1);
  });

  it.each([
    [T0 - 1, /future/],
    [T0, /future/],
    [T0 + 1, /^$/],
    [max, /^$/],
    [max + 1, /10 years/],
    [8.64e15, /10 years/],
    [Number.POSITIVE_INFINITY, /10 years/],
    [Number.NaN, /date/],
  ])('of %d has the fault %s', (expiresAtMs, fault) => {
    expect(expiryError(expiresAtMs, T0) ?? '').toMatch(fault);
  });
});

describe('the expiry of a rotated key', () => {
  const key = (createdAtMs: number, ownExpiresAtMs: number | null) => ({ createdAtMs, ownExpiresAtMs });

  it('gives the new key the lifetime of the old one, or no end', () => {
    expect(successorExpiryMs(key(T0, T0 + 2 * DAY_MS), T0 + DAY_MS)).toBe(T0 + 3 * DAY_MS);
    expect(successorExpiryMs(key(T0, null), T0 + DAY_MS)).toBeNull();
  });

  it('is allowed at the time of the rotation, whatever is stored of the old key', () => {
    const stored = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: T0, max: 9e15 }), fc.constant(9.2e18));
    fc.assert(
      fc.property(stored, stored, (createdAtMs, ownExpiresAtMs) => {
        const expiresAtMs = successorExpiryMs(key(createdAtMs, ownExpiresAtMs), T0);
        // Only a live key is rotated.
        fc.pre(ownExpiresAtMs > T0);
        expect(expiryError(expiresAtMs ?? Number.NaN, T0)).toBeNull();
      }),
    );
  });
});
