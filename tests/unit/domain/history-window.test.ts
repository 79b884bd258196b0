import { describe, expect, it } from 'vitest';
import { gapSearch } from '@/lib/domain/history/gaps';
import { type HistorySpan, historyWindow, isForward } from '@/lib/domain/history/history';
import { DAY_MS, HOUR_MS, MINUTE_MS, type PlanName } from '@/lib/domain/quota/plan';
import { isoTime, parseIsoTime } from '@/lib/domain/text/time';

const NOW = Date.UTC(2026, 1, 5, 2, 35, 0, 123);
const ago = (ms: number) => NOW - ms;
const window = (span: Partial<HistorySpan>, plan: PlanName = 'business') => {
  const { fromMs, toMs, unit } = historyWindow({ unit: 'auto', ...span }, plan, NOW);
  return [isoTime(fromMs), isoTime(toMs), unit];
};

describe('the window of a read of the history', () => {
  it.each<[string, Partial<HistorySpan>, PlanName, unknown[]]>([
    [
      'is the last 24 hours, this millisecond included',
      {},
      'free',
      ['2026-02-04T02:35:00.124Z', '2026-02-05T02:35:00.124Z', 'report'],
    ],
    [
      'is the 24 hours before its end',
      { toMs: ago(DAY_MS), unit: 'report' },
      'free',
      ['2026-02-03T02:35:00.123Z', '2026-02-04T02:35:00.123Z', 'report'],
    ],
    [
      'is widened to whole hours',
      { unit: 'hour' },
      'free',
      ['2026-02-04T02:00:00.000Z', '2026-02-05T03:00:00.000Z', 'hour'],
    ],
    [
      'is widened to whole days',
      { unit: 'day' },
      'free',
      ['2026-02-04T00:00:00.000Z', '2026-02-06T00:00:00.000Z', 'day'],
    ],
    [
      'is not widened where it is whole',
      { fromMs: Date.UTC(2026, 1, 1), toMs: Date.UTC(2026, 1, 2), unit: 'day' },
      'free',
      ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z', 'day'],
    ],
    [
      'is cut where the plan’s history begins',
      { fromMs: 0, unit: 'day' },
      'free',
      ['2026-01-29T02:35:00.123Z', '2026-02-06T00:00:00.000Z', 'day'],
    ],
    [
      'is cut for reports a week ago on every plan',
      { fromMs: 0, unit: 'report' },
      'business',
      ['2026-01-29T02:35:00.123Z', '2026-02-05T02:35:00.124Z', 'report'],
    ],
    [
      'is empty if it is older than the history',
      { fromMs: 0, toMs: 1 },
      'free',
      ['2026-01-29T02:35:00.123Z', '2026-01-29T02:35:00.123Z', 'report'],
    ],
    [
      'is cut at now, then widened',
      { toMs: Date.UTC(9_999, 11, 31), fromMs: ago(HOUR_MS), unit: 'hour' },
      'free',
      ['2026-02-05T01:00:00.000Z', '2026-02-05T03:00:00.000Z', 'hour'],
    ],
    [
      'is cut at now for reports',
      { toMs: NOW + 1, fromMs: ago(HOUR_MS), unit: 'report' },
      'free',
      ['2026-02-05T01:35:00.123Z', '2026-02-05T02:35:00.123Z', 'report'],
    ],
    [
      'is empty if all of it is ahead of now',
      { toMs: NOW + 7 * DAY_MS, fromMs: NOW + DAY_MS, unit: 'hour' },
      'free',
      ['2026-02-05T02:35:00.123Z', '2026-02-05T02:35:00.123Z', 'hour'],
    ],
  ])('%s', (_, span, plan, expected) => {
    expect(window(span, plan)).toEqual(expected);
  });

  it.each<[PlanName, number, number, string]>([
    ['business', 0, 1_500 * MINUTE_MS, 'report'],
    ['business', 0, 1_500 * MINUTE_MS + 1, 'hour'],
    ['premium', 0, 1_500 * 5 * MINUTE_MS, 'report'],
    ['premium', 7 * DAY_MS - HOUR_MS, HOUR_MS, 'report'],
    ['premium', 7 * DAY_MS - HOUR_MS, HOUR_MS + 1, 'hour'],
    ['business', 0, 1_500 * HOUR_MS, 'hour'],
    ['business', 0, 1_500 * HOUR_MS + 1, 'day'],
    ['free', 0, 365 * DAY_MS, 'report'],
  ])('on %s, that ended %d ms ago, over %d ms has the unit %s', (plan, endedMs, spanMs, unit) => {
    const toMs = ago(endedMs);
    expect(window({ fromMs: toMs - spanMs, toMs }, plan)[2]).toBe(unit);
  });

  it.each([
    [{ fromMs: ago(1), toMs: NOW }, true],
    [{ fromMs: NOW, toMs: NOW }, false],
    [{ fromMs: NOW }, true],
    [{ fromMs: NOW + 1 }, false],
    [{ toMs: 0 }, true],
  ])('%j is forward: %s', (span, isIt) => {
    expect(isForward({ unit: 'auto', ...span }, NOW)).toBe(isIt);
  });
});

describe('the search for gaps', () => {
  const search = (fromMs: number, toMs: number, registeredAtMs = 0) => {
    const found = gapSearch({ plan: 'free', registeredAtMs }, { fromMs, toMs }, NOW);
    return found && [isoTime(found.fromMs), isoTime(found.toMs)];
  };
  it.each([
    ['ends now', ago(DAY_MS), NOW + DAY_MS, 0, ['2026-02-04T02:35:00.123Z', '2026-02-05T02:35:00.123Z']],
    [
      'begins at the registration',
      0,
      NOW,
      ago(HOUR_MS),
      ['2026-02-05T01:35:00.123Z', '2026-02-05T02:35:00.123Z'],
    ],
    [
      'has whole hours beyond 7 days',
      ago(9 * DAY_MS),
      ago(8 * DAY_MS),
      0,
      ['2026-01-27T03:00:00.000Z', '2026-01-28T02:00:00.000Z'],
    ],
    ['is none before the registration', 0, ago(HOUR_MS), ago(HOUR_MS), null],
    ['is none in the future', NOW, NOW + 1, 0, null],
  ])('%s', (_, fromMs, toMs, registeredAtMs, expected) => {
    expect(search(fromMs, toMs, registeredAtMs)).toEqual(expected);
  });
});

it.each([
  ['2026-02-05T02:35:00.123Z', NOW],
  ['2026-02-05T04:35:00.123+02:00', NOW],
  ['2026-02-04T21:05:00.123999-05:30', NOW],
  ['2026-02-05T02:35Z', Date.UTC(2026, 1, 5, 2, 35)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2026-02-29T00:00:00Z', null],
  ['2026-13-01T00:00:00Z', null],
  ['2026-02-05T02:35:00', null],
  ['2026-02-05', null],
  ['1770258900123', null],
  ['', null],
])('the time %s is %s', (text, atMs) => {
  expect(parseIsoTime(text)).toBe(atMs);
});
