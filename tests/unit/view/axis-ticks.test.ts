import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeAxis, timeTicks, valueAxis, zoneOffsetMs } from '@/lib/view/axis-ticks';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('timeTicks', () => {
  it.each([
    [DAY, 8],
    [7 * DAY, 8],
    [30 * DAY, 4],
    [365 * DAY, 8],
    [90 * DAY, 4],
  ])('returns at least two ticks over %d ms, and at most %d and one', (span, countMax) => {
    const from = Date.UTC(2026, 0, 24, 4, 13, 56);
    const { atMs } = timeTicks(from, from + span, countMax, 'UTC');
    expect(atMs.length).toBeGreaterThanOrEqual(2);
    expect(atMs.length).toBeLessThanOrEqual(countMax + 1);
    expect(atMs.every((tick) => tick >= from && tick <= from + span)).toBe(true);
  });

  it.each([
    ['a month has each fifth day', 30, 8, ['10-26', '11-01', '11-06', '11-11', '11-16', '11-21']],
    ['weeks start on Mondays', 30, 4, ['10-26', '11-02', '11-09', '11-16']],
    ['months start on their first day', 90, 4, ['09-01', '10-01', '11-01']],
    ['several months are counted from January', 365, 4, ['01-01', '04-01', '07-01', '10-01']],
  ])('%s', (_, days, countMax, dates) => {
    const until = Date.UTC(2026, 10, 22, 8, 50);
    const { atMs, areDays } = timeTicks(until - days * DAY, until, countMax, 'Europe/Berlin');
    const local = atMs.map((tick) => new Date(tick + zoneOffsetMs(tick, 'Europe/Berlin')).toISOString());
    expect(local).toEqual(dates.map((date) => `2026-${date}T00:00:00.000Z`));
    expect(areDays).toBe(true);
  });

  it('costs what it lists, however long the range: ticks of ten thousand years', () => {
    const { atMs } = timeTicks(0, 10_000 * 365 * DAY, 20_000, 'UTC');
    expect(atMs).toHaveLength(19_987);
  });

  it('are at midnight of the reader’s zone, before and after daylight saving starts', () => {
    const from = Date.UTC(2026, 2, 27);
    const { atMs } = timeTicks(from, from + 4 * DAY, 8, 'Europe/Berlin');
    const midnights = atMs.filter((tick) => (tick + zoneOffsetMs(tick, 'Europe/Berlin')) % DAY === 0);
    expect(midnights.map((tick) => new Date(tick).toISOString().slice(5, 16))).toEqual([
      '03-27T23:00',
      '03-28T23:00',
      '03-29T22:00',
      '03-30T22:00',
    ]);
  });

  it('supports zones with fractions of an hour', () => {
    expect(zoneOffsetMs(0, 'Asia/Kathmandu')).toBe(5.5 * HOUR);
    expect(zoneOffsetMs(Date.UTC(2026, 0, 1), 'Asia/Kathmandu')).toBe(5.75 * HOUR);
    expect(zoneOffsetMs(Date.UTC(2026, 0, 1), 'America/St_Johns')).toBe(-3.5 * HOUR);
  });
});

describe('an axis', () => {
  const anyValue = fc.oneof(
    fc.integer({ min: -1e10, max: 1e10 }),
    fc.integer({ min: -90, max: 90 }).map((n) => n / 10),
  );
  it.each([
    ['of values', valueAxis, (value: number) => Math.abs(Math.round(value)), Number.POSITIVE_INFINITY],
    ['around zero', changeAxis, (value: number) => value, 0],
  ] as const)(
    '%s includes the lowest and the highest between at most six integer ticks',
    (_, axis, asValue, zero) => {
      fc.assert(
        fc.property(anyValue, anyValue, (one, other) => {
          const [min, max] = [Math.min(asValue(one), asValue(other)), Math.max(asValue(one), asValue(other))];
          const { ticks, from, to } = axis(min, max, 4);
          expect([from <= Math.min(min, zero), to >= max, to > from]).toEqual([true, true, true]);
          expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
          if (zero === 0) expect(ticks.some((tick) => Object.is(tick, 0))).toBe(true);
          expect(ticks.every(Number.isInteger)).toBe(true);
          expect(ticks.length).toBeLessThanOrEqual(6);
        }),
      );
    },
  );

  it('starts at 0 if the values vary by more than half of the highest, do not vary, or are small', () => {
    expect(valueAxis(49, 100).from).toBe(0);
    expect(valueAxis(90, 100).from).toBeGreaterThan(0);
    expect(valueAxis(3, 4).from).toBe(0);
    expect(valueAxis(50_000, 50_000)).toMatchObject({ from: 0, to: 60_000 });
  });
});
