import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryFault, expiryMaxMs, parseDay, parseMoment, successorExpiryMs } from '@/lib/domain/expiry';
import { DAY_MS } from '@/lib/domain/plan';
import { T0 } from '@/tests/support/data/accounts';

describe('a date as text', () => {
  it.each([
    ['2027-01-31', Date.UTC(2027, 0, 31)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
  ])('%s is a day', (text, atMs) => {
    expect(parseDay(text)).toBe(atMs);
    expect(parseMoment(text)).toBe(atMs);
  });

  it.each([
    ['2027-01-31T00:00:00Z', Date.UTC(2027, 0, 31)],
    ['2027-01-31T10:30Z', Date.UTC(2027, 0, 31, 10, 30)],
    ['2027-01-31T10:30:00.5+02:00', Date.UTC(2027, 0, 31, 8, 30, 0, 500)],
  ])('%s is a moment and no day', (text, atMs) => {
    expect(parseMoment(text)).toBe(atMs);
    expect(parseDay(text)).toBeNull();
  });

  it.each([
    ...['+275760-09-12', '-000001-01-01', '2027-02-29', '2027-02-31', '2027-13-01', '2027-00-10', '2027-1-1'],
    ...[
      '2027-01-31T25:00Z',
      '2027-02-31T00:00Z',
      '2027-01-31T10:30',
      '2027-01-31 10:30Z',
      '20270131',
      '2027',
    ],
    ...['', ' ', 'tomorrow', '1e3', '9'.repeat(400), '2027-01-31T00:00:00Z\n', '２０２７-01-31'],
  ])('%j is neither', (text) => {
    expect(parseDay(text)).toBeNull();
    expect(parseMoment(text)).toBeNull();
  });

  it('is read without an error whatever the text is, and gives a moment of the calendar or nothing', () => {
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

  it('may be as late as the end of the same day in ten years, in UTC', () => {
    expect(expiryMaxMs(T0)).toBe(max);
    expect(expiryMaxMs(Date.UTC(2028, 1, 29, 23))).toBe(Date.UTC(2038, 2, 2) - 1);
  });

  it.each([
    [T0 - 1, 'future'],
    [T0, 'future'],
    [T0 + 1, null],
    [max - 1, null],
    [max, null],
    [max + 1, '10 years'],
    [8.64e15, '10 years'],
    [Number.POSITIVE_INFINITY, '10 years'],
    [Number.NaN, 'future'],
  ])('of %d is judged by the moment at which it is set', (expiresAtMs, fault) => {
    const said = expiryFault(expiresAtMs, T0);
    if (fault === null) expect(said).toBeNull();
    else expect(said).toContain(fault);
  });
});

describe('the expiry of the key that a rotation makes', () => {
  const key = (createdAtMs: number, ownExpiresAtMs: number | null) => ({ createdAtMs, ownExpiresAtMs });

  it('is as long after the rotation as the old key was meant to live, or never', () => {
    expect(successorExpiryMs(key(T0, T0 + 2 * DAY_MS), T0 + DAY_MS)).toBe(T0 + 3 * DAY_MS);
    expect(successorExpiryMs(key(T0, null), T0 + DAY_MS)).toBeNull();
  });

  it('is one that could have been set at that moment, whatever is stored of the old key', () => {
    const stored = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: T0, max: 9e15 }), fc.constant(9.2e18));
    fc.assert(
      fc.property(stored, stored, (createdAtMs, ownExpiresAtMs) => {
        const expiresAtMs = successorExpiryMs(key(createdAtMs, ownExpiresAtMs), T0);
        // Only a live key is rotated: its own expiry lies ahead.
        fc.pre(ownExpiresAtMs > T0);
        expect(expiryFault(expiresAtMs ?? Number.NaN, T0)).toBeNull();
      }),
    );
  });
});
