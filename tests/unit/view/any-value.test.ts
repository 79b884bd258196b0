import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoOrNull, table } from '@/lib/cli/command';
import { keyItem } from '@/lib/contract/keys-view';
import { durationText, minutesText } from '@/lib/domain/text/duration';
import { dayText, isoTime } from '@/lib/domain/text/time';
import { auditRow } from '@/lib/view/audit-rows';
import { fieldValue } from '@/lib/view/audit-words';
import { csv } from '@/lib/view/csv';
import { agoText, beforeText, countdownText } from '@/lib/view/durations';
import { axisText, estimateText, numberText, percentText, signedText } from '@/lib/view/numbers';
import { type TimeStyle, timeText, utcText } from '@/lib/view/times';

/** No stored value makes a page or a command fail: every formatter returns a text for any of them. */

const CALENDAR_END_MS = 8.64e15;

const anyNumber = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(CALENDAR_END_MS, -CALENDAR_END_MS, CALENDAR_END_MS + 1, -CALENDAR_END_MS - 1),
  fc.constantFrom(2 ** 63, -(2 ** 63), Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0),
);
/** What a database driver may return in place of a number. */
const anyStored = fc.oneof(anyNumber, fc.string(), fc.constant('9223372036854775807'));
const styles: TimeStyle[] = ['date', 'minute', 'second', 'clock', 'day', 'weekday'];
const ZONES = ['UTC', 'Pacific/Apia', 'America/St_Johns'];

const FORMATTERS: Record<string, (value: never) => unknown> = {
  isoTime,
  utcText,
  dayText,
  isoOrNull,
  durationText,
  countdownText,
  agoText,
  beforeText,
  minutesText,
  estimateText,
  signedText,
  numberText,
  percentText: (value) => percentText(value),
  axisText: (value) => axisText(value, 1_000),
  'axisText, its step': (value) => axisText(20_000, value),
  ...Object.fromEntries(
    styles.map((style) => [
      `timeText ${style}`,
      (value: never) => ZONES.map((timeZone) => timeText(value, style, { timeZone })).join(),
    ]),
  ),
};

it.each(Object.entries(FORMATTERS))('%s returns a text for any value', (_, format) => {
  fc.assert(
    fc.property(anyStored, (value) => {
      expect(format(value as never)).toEqual(expect.stringMatching(/./));
    }),
    { numRuns: 500 },
  );
});

describe('an invalid time', () => {
  it.each([Number.NaN, CALENDAR_END_MS + 1, Number.POSITIVE_INFINITY, '2027-01-31', '5'])(
    '%j is shown as invalid',
    (value) => {
      const atMs = value as number;
      const reader = { timeZone: 'UTC' };
      for (const text of [isoTime(atMs), utcText(atMs), timeText(atMs, 'date', reader), isoOrNull(atMs)]) {
        expect(text).toBe('invalid time');
      }
    },
  );

  it.each([agoText, durationText, countdownText])('is never shown as now or as over', (format) => {
    expect(format(Number.NaN)).toBe('invalid time');
    expect(format(Number.POSITIVE_INFINITY)).toBe('invalid time');
  });
});

describe('an entry of the audit log', () => {
  const changesOf = (before: unknown, after: unknown, text = 'a', atMs = 0) => {
    const names = { actor: text, action: text, subject: text, named: new Map() };
    return auditRow({ id: 1, atMs, ...names, before: before as object, after: after as object }).changes;
  };

  it('is shown with any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), anyNumber, (before, after, text, atMs) => {
        for (const change of changesOf(before, after, text, atMs)) {
          expect(typeof (change.before ?? change.after ?? '')).toBe('string');
        }
      }),
    );
  });

  it.each([
    ['toString', { toString: 1, valueOf: 1 }],
    ['nested values', { name: { deeper: [1, { toString: null }] } }],
    ['__proto__', JSON.parse('{"__proto__": {"x": 1}}')],
    ['constructor', { constructor: null }],
    ['50 000 levels', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))],
  ])('is shown with %s', (_, value) => {
    expect(typeof fieldValue('name', value)).toBe('string');
    for (const change of changesOf({}, value)) expect(change.before).toBeNull();
  });

  it('distinguishes an invalid expiry from none', () => {
    const texts = [null, 'soon', 1e300].map((value) => fieldValue('expiresAtMs', value));
    expect(texts).toEqual(['never', 'soon', 'invalid time']);
  });
});

it('a key with any times is live, expired or revoked', () => {
  const life = fc.option(anyNumber);
  fc.assert(
    fc.property(life, life, life, anyNumber, (expiresAtMs, revokedAtMs, lastUsedAtMs, createdAtMs) => {
      const names = { id: '', botId: '', name: '', last4: '', replacedByLast4: null };
      const item = keyItem({ ...names, expiresAtMs, revokedAtMs, lastUsedAtMs, createdAtMs }, 0);
      expect(['live', 'expired', 'revoked']).toContain(item.state);
    }),
  );
});

it('tables and CSV files accept any cell and any number of rows', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (rows) => {
      expect(table(['A', 'B'], rows)).toContain('A');
      expect(csv(['a', 'b'], rows)).toContain('a,b');
    }),
  );
  expect(table(['A'], Array(300_000).fill(['x'])).length).toBeGreaterThan(300_000);
});
