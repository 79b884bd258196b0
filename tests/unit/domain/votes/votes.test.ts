import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { sourceSecretError } from '@/lib/domain/votes/source';
import { firstDayOfTotals, runningVotes, voteTotals } from '@/lib/domain/votes/totals';
import {
  isVotedAt,
  keptTrace,
  parseVoteCursor,
  userVote,
  VOTES_KEPT_MS,
  voteCursorText,
  weightOf,
} from '@/lib/domain/votes/vote';

const NOW = Date.UTC(2026, 0, 19, 3, 0, 0, 123);
const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

describe('the weight of a vote', () => {
  it('is a whole number from 1 to 100, whatever was sent', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const weight = weightOf(given);
        expect(Number.isInteger(weight) && weight >= 1 && weight <= 100).toBe(true);
      }),
    );
  });

  it.each([
    [undefined, 1],
    [null, 1],
    ['5', 1],
    [1.5, 1],
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [2, 2],
    [100, 100],
    [101, 100],
  ])('of %j is %i', (given, weight) => expect(weightOf(given)).toBe(weight));
});

describe('a vote', () => {
  it.each([
    [0, true],
    [5 * MINUTE_MS, true],
    [5 * MINUTE_MS + 1, false],
    [1 - VOTES_KEPT_MS, true],
    [-VOTES_KEPT_MS, false],
  ])('given %i ms after now is taken: %s', (offsetMs, isTaken) =>
    expect(isVotedAt(NOW + offsetMs, NOW)).toBe(isTaken),
  );

  it('is good before it expires, not at that moment', () => {
    const vote = { votedAtMs: NOW - HOUR_MS, expiresAtMs: NOW };
    expect(userVote(vote, NOW - 1).voted).toBe(true);
    expect(userVote(vote, NOW)).toEqual({ voted: false, ...vote });
    expect(userVote(null, NOW)).toEqual({ voted: false, votedAtMs: null, expiresAtMs: null });
  });

  it('has a place that its text names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8.64e15 }), fc.uuid(), (votedAtMs, id) => {
        expect(parseVoteCursor(voteCursorText({ votedAtMs, id }))).toEqual({ votedAtMs, id });
      }),
    );
    for (const text of [
      '',
      '1',
      'x.y',
      `1.${'g'.repeat(36)}`,
      '9999999999999999.00000000-0000-4000-8000-000000000000',
    ])
      expect(parseVoteCursor(text)).toBeNull();
  });

  it('keeps a trace of plain characters alone', () => {
    expect(keptTrace('00-4bf92f3577b34da6-01')).toBe('00-4bf92f3577b34da6-01');
    for (const trace of [null, 'with blank', 'x'.repeat(81), 'ü']) expect(keptTrace(trace)).toBe('');
  });
});

describe('the totals', () => {
  const days = fc.array(
    fc.record({ day: fc.integer({ min: -500, max: 0 }), votes: fc.integer({ min: 1, max: 999 }) }),
  );

  it('of today, the ISO week and the month are sums of their days, and the months have all of theirs', () => {
    fc.assert(
      fc.property(moments, days, (nowMs, offsets) => {
        const today = dayOf(nowMs);
        const all = offsets.map(({ day, votes }) => ({ day: today + day, votes }));
        const { today: ofToday, weekly, monthly, months, previous } = voteTotals(all, nowMs);
        const sum = (is: (date: Date) => boolean) =>
          all.filter(({ day }) => is(new Date(day * DAY_MS))).reduce((total, { votes }) => total + votes, 0);
        const iso = (date: Date) => date.toISOString().slice(0, 7);
        expect(ofToday).toBe(sum((date) => date.getTime() === today * DAY_MS));
        const monday = today - ((new Date(today * DAY_MS).getUTCDay() + 6) % 7);
        expect(weekly).toBe(sum((date) => date.getTime() >= monday * DAY_MS));
        expect(monthly).toBe(sum((date) => iso(date) === iso(new Date(nowMs))));
        const isBetween = (from: number, until: number) => (date: Date) =>
          date.getTime() >= from * DAY_MS && date.getTime() < until * DAY_MS;
        expect(previous).toEqual({
          today: sum(isBetween(today - 1, today)),
          weekly: sum(isBetween(monday - 7, monday)),
          monthly: months.at(-2)?.votes,
        });
        expect(months).toHaveLength(12);
        expect(months.at(-1)?.votes).toBe(monthly);
        for (const { month, votes } of months) expect(votes).toBe(sum((date) => iso(date) === month));
        expect(new Date(firstDayOfTotals(nowMs) * DAY_MS).toISOString().slice(0, 7)).toBe(months[0]?.month);
      }),
    );
  });

  it('run up to the end of each day', () => {
    fc.assert(
      fc.property(days, fc.nat(1000), fc.integer({ min: -500, max: 0 }), (all, before, until) => {
        const expected = all
          .filter(({ day }) => day <= until)
          .reduce((total, { votes }) => total + votes, before);
        expect(runningVotes(before, all)(until)).toBe(expected);
      }),
    );
  });
});

describe('the secret of a source', () => {
  const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
  it.each([
    ['topgg', 'whs_0123456789', true],
    ['topgg', 'short', false],
    ['topgg', 'with a blank in it', false],
    ['discords', 'x'.repeat(200), true],
    ['discords', 'x'.repeat(201), false],
    ['infinity', 'schlüssel-und-schloss', false],
    ['generic', `whsec_${base64(23)}`, false],
    ['generic', `whsec_${base64(24)}`, true],
    ['generic', `whsec_${base64(32)}`, true],
    ['generic', `whsec_${base64(64)}`, true],
    ['generic', `whsec_${base64(65)}`, false],
    ['generic', 'whsec_not base64 at all, but long enough!', false],
    ['generic', base64(32), false],
  ] as const)('of a %s source: %s is accepted: %s', (kind, secret, isAccepted) =>
    expect(sourceSecretError(kind, secret) === null).toBe(isAccepted),
  );
});
