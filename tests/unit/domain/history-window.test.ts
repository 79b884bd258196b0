import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapSearch } from '@/lib/domain/history/gaps';
import {
  daysOfRange,
  type HistorySpan,
  historyWindow,
  isForward,
  type Range,
  rangeBetween,
} from '@/lib/domain/history/history';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS, type PlanName } from '@/lib/domain/quota/plan';
import { isoTime, parseIsoTime } from '@/lib/domain/text/time';

const NOW = Date.UTC(2026, 1, 5, 2, 35, 0, 123);
const ago = (ms: number) => NOW - ms;
const window = (span: Partial<HistorySpan>, plan: PlanName = 'business') => {
  const { fromMs, toMs, unit } = historyWindow({ unit: 'auto', ...span }, plan, NOW);
  return [isoTime(fromMs), isoTime(toMs), unit];
};

describe('the window of a read of the history', () => {
  const FEB = (day: number) => Date.UTC(2026, 1, day);
  const [DAY, WEEK] = ['02-04T02:35:00.123Z', '01-29T02:35:00.123Z'];
  const END = '02-05T02:35:00.123Z';
  const hour = { fromMs: ago(HOUR_MS) };
  const ahead = { fromMs: NOW + DAY_MS, toMs: NOW + 7 * DAY_MS };
  it.each<[string, Partial<HistorySpan>, string]>([
    ['has this millisecond', {}, `${DAY.replace('123', '124')} ${END.replace('123', '124')} report`],
    ['is the 24 hours before its end', { toMs: ago(DAY_MS) }, `02-03T02:35:00.123Z ${DAY} report`],
    ['is widened to hours', { unit: 'hour' }, '02-04T02:00:00.000Z 02-05T03:00:00.000Z hour'],
    ['is widened to days', { unit: 'day' }, '02-04T00:00:00.000Z 02-06T00:00:00.000Z day'],
    [
      'stays whole',
      { fromMs: FEB(1), toMs: FEB(2), unit: 'day' },
      '02-01T00:00:00.000Z 02-02T00:00:00.000Z day',
    ],
    ['is cut where the history begins', { fromMs: 0, unit: 'day' }, `${WEEK} 02-06T00:00:00.000Z day`],
    ['is cut a week ago', { fromMs: 0, unit: 'report' }, `${WEEK} 02-05T02:35:00.124Z report`],
    ['is empty before the history', { fromMs: 0, toMs: 1 }, `${WEEK} ${WEEK} report`],
    ['is cut at now', { ...hour, toMs: NOW + 1 }, `02-05T01:35:00.123Z ${END} report`],
    [
      'is cut, then widened',
      { ...hour, toMs: 2e14, unit: 'hour' },
      '02-05T01:00:00.000Z 02-05T03:00:00.000Z hour',
    ],
    ['is empty ahead of now', ahead, `${END} ${END} report`],
  ])('%s', (name, span, expected) => {
    const plan = name.includes('a week') ? 'business' : 'free';
    expect(window(span, plan).join(' ').replaceAll('2026-', '')).toBe(expected);
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
    return found && `${isoTime(found.fromMs)} ${isoTime(found.toMs)}`.replaceAll('2026-', '');
  };
  it.each([
    ['ends now', ago(DAY_MS), NOW + DAY_MS, 0, '02-04T02:35:00.123Z 02-05T02:35:00.123Z'],
    ['begins at the registration', 0, NOW, ago(HOUR_MS), '02-05T01:35:00.123Z 02-05T02:35:00.123Z'],
    [
      'has whole hours beyond 7 days',
      ago(9 * DAY_MS),
      ago(8 * DAY_MS),
      0,
      '01-27T03:00:00.000Z 01-28T02:00:00.000Z',
    ],
    ['is none before the registration', 0, ago(HOUR_MS), ago(HOUR_MS), null],
    ['is none in the future', NOW, NOW + 1, 0, null],
  ])('%s', (_, fromMs, toMs, registeredAtMs, expected) => {
    expect(search(fromMs, toMs, registeredAtMs)).toBe(expected);
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

describe('the days of a range', () => {
  const NOW = Date.UTC(2026, 1, 10, 15, 30);
  const today = dayOf(NOW);

  it.each<[Range, keptDays: number, back: readonly [number, number]]>([
    ['24h', 365, [1, 0]],
    ['7d', 365, [6, 0]],
    ['30d', 365, [29, 0]],
    ['90d', 31, [30, 0]],
    ['all', 365, [364, 0]],
    ['2026-02-03..2026-02-05', 365, [7, 5]],
    ['2026-02-10..2026-02-20', 365, [0, 0]],
    ['2026-02-08T09:00Z..2026-02-09T01:00Z', 365, [2, 1]],
    ['2026-02-01T09:00Z..2026-02-09T01:00Z', 365, [8, 1]],
  ])('%s of %i are %j days back', (range, keptDays, [first, last]) => {
    expect(daysOfRange(range, keptDays, NOW)).toEqual({ first: today - first, last: today - last });
  });

  it('are never more than are kept, nor ahead', () => {
    const moment = fc.integer({ min: NOW - 500 * DAY_MS, max: NOW + 100 * DAY_MS });
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 1, max: 400 }), (a, b, keptDays) => {
        const { first, last } = daysOfRange(rangeBetween(Math.min(a, b), Math.max(a, b)), keptDays, NOW);
        expect(last).toBeLessThanOrEqual(today);
        expect(last - first + 1).toBeLessThanOrEqual(keptDays);
      }),
    );
  });
});
