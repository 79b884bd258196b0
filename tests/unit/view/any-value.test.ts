import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoOrNull, table } from '@/lib/cli/table';
import { dayText } from '@/lib/domain/days';
import { isoTime } from '@/lib/domain/iso-time';
import { auditRow } from '@/lib/view/admin-rows';
import { fieldValue } from '@/lib/view/audit-words';
import { csv } from '@/lib/view/csv';
import { agoText, countdownText, durationText } from '@/lib/view/durations';
import { keyItem } from '@/lib/view/key-item';
import { axisText, numberText, percentText } from '@/lib/view/numbers';
import { type TimeStyle, timeText, utcText } from '@/lib/view/times';

/** No stored value can fail a page or a command: every formatter gives a text for whatever a database can hold. */

const CALENDAR_END_MS = 8.64e15;

const anyNumber = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(CALENDAR_END_MS, -CALENDAR_END_MS, CALENDAR_END_MS + 1, -CALENDAR_END_MS - 1),
  fc.constantFrom(2 ** 63, -(2 ** 63), Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0),
);
/** What a driver may give where a number is expected. */
const anyStored = fc.oneof(anyNumber, fc.string(), fc.constant('9223372036854775807'));
const styles: TimeStyle[] = ['date', 'minute', 'second', 'clock', 'day'];
const ZONES = ['UTC', 'Pacific/Apia', 'America/St_Johns'];

const FORMATTERS: Record<string, (value: never) => unknown> = {
  isoTime,
  utcText,
  dayText,
  isoOrNull,
  durationText,
  countdownText,
  agoText,
  numberText: (value) => numberText(value, 'de'),
  percentText: (value) => percentText(value, 'en'),
  axisText: (value) => axisText(value, 1_000, 'en'),
  'axisText, its step': (value) => axisText(20_000, value, 'en'),
  ...Object.fromEntries(
    styles.map((style) => [
      `timeText ${style}`,
      (value: never) => ZONES.map((timeZone) => timeText(value, style, { locale: 'en', timeZone })).join(),
    ]),
  ),
};

describe.each(Object.entries(FORMATTERS))('%s', (_, format) => {
  it('gives a text for any value', () => {
    fc.assert(
      fc.property(anyStored, (value) => {
        expect(format(value as never)).toEqual(expect.stringMatching(/./));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a moment that is none', () => {
  it.each([Number.NaN, CALENDAR_END_MS + 1, Number.POSITIVE_INFINITY, '2027-01-31', '5'])(
    '%j is called so',
    (value) => {
      const atMs = value as number;
      const reader = { locale: 'en', timeZone: 'UTC' };
      for (const text of [isoTime(atMs), utcText(atMs), timeText(atMs, 'date', reader), isoOrNull(atMs)]) {
        expect(text).toBe('invalid time');
      }
    },
  );

  it('is never said to be now, or to be over', () => {
    for (const format of [agoText, durationText, countdownText]) {
      expect(format(Number.NaN)).toBe('invalid time');
      expect(format(Number.POSITIVE_INFINITY)).toBe('invalid time');
    }
  });

  it('at the ends of the calendar is still told in full', () => {
    expect(utcText(CALENDAR_END_MS)).toBe('+275760-09-13 00:00:00 UTC');
    expect(utcText(Date.UTC(2026, 1, 5, 3, 5, 0, 7))).toBe('2026-02-05 03:05:00 UTC');
  });
});

describe('an entry of the audit log', () => {
  it('is shown whatever JSON it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), anyNumber, (before, after, text, atMs) => {
        const entry = { id: 1, atMs, actor: text, action: text, subject: text };
        const people = { actorEmail: null, subjectEmail: null };
        const row = auditRow({ ...entry, ...people, before: before as object, after: after as object });
        for (const change of row.changes) expect(typeof (change.before ?? change.after ?? '')).toBe('string');
      }),
    );
  });

  it.each([
    ['toString', { toString: 1, valueOf: 1 }],
    ['nested', { name: { deeper: [1, { toString: null }] } }],
    ['__proto__', JSON.parse('{"__proto__": {"x": 1}}')],
    ['constructor', { constructor: null }],
    ['depth', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))],
  ])('with %s', (_, value) => {
    expect(typeof fieldValue('name', value)).toBe('string');
    const entry = {
      id: 1,
      atMs: 0,
      actor: 'a',
      action: 'b',
      subject: 'c',
      actorEmail: null,
      subjectEmail: null,
    };
    const { changes } = auditRow({ ...entry, before: {}, after: value });
    for (const change of changes) expect(change.before).toBeNull();
  });

  it('says of an expiry that is no number what it is, not that it never comes', () => {
    expect(fieldValue('expiresAtMs', null)).toBe('never');
    expect(fieldValue('expiresAtMs', 'soon')).toBe('soon');
    expect(fieldValue('expiresAtMs', 1e300)).toBe('invalid time');
  });
});

it('a key with any life is live, expired or revoked', () => {
  const life = fc.option(anyNumber);
  fc.assert(
    fc.property(life, life, life, anyNumber, (expiresAtMs, revokedAtMs, lastUsedAtMs, createdAtMs) => {
      const names = { id: '', botId: '', name: '', last4: '' };
      const item = keyItem({ ...names, expiresAtMs, revokedAtMs, lastUsedAtMs, createdAtMs }, 0);
      expect(['live', 'expired', 'revoked']).toContain(item.state);
    }),
  );
});

it('tables and files have any cell and any number of rows', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (rows) => {
      expect(table(['A', 'B'], rows)).toContain('A');
      expect(csv(['a', 'b'], rows)).toContain('a,b');
    }),
  );
  expect(table(['A'], Array(300_000).fill(['x'])).length).toBeGreaterThan(300_000);
});
