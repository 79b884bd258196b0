import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelivery } from '@/lib/contract/vote-bodies';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { isVotedAt } from '@/lib/domain/votes/vote';
import { T0 } from '@/tests/support/data/accounts';
import { bodyOf, FORMS, type Form, ISSUED, kindOf } from '@/tests/support/data/vote-deliveries';

const sourceOf = (form: Form) => ({ kind: kindOf(form), secret: ISSUED[form] ?? '' });
const context = (body: string) => ({ body, voteId: 'msg_1', nowMs: T0 });

/** Replaces some members of a JSON value, at any depth, by others. */
const damaged = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(value) },
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
    );
  }
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, damaged(member)]));
  return fc.record(members, { requiredKeys: [] });
};

const GENERIC = { kind: 'generic', secret: '' } as const;
const generic = (body: object) => readDelivery(GENERIC, body, context(JSON.stringify(body)));
const nameOf = (username: string) => {
  const read = generic({ userId: '1', username });
  return read.ok && read.value.kind === 'vote' ? read.value.vote.username : read;
};

it.each(
  '\u200b|a\u200bb|\u202ea|\u3164|\u2800|\u00a0|\ufff9|\uffff|\u0378|\ue000| | a|a\u0000|\ud800'.split('|'),
)(
  'a user id with a character that is invisible, unassigned or changes the direction is refused: %j',
  (userId) => {
    expect(generic({ userId })).toMatchObject({ ok: false, issues: [{ path: 'userId' }] });
  },
);

it.each(['a\u200bb', '\u202ea', '\u3164', '\uffff', '\u0378', 'a\u0000b', 'a\ud800', ' \u2800 '])(
  'such a name is left out, and the vote counts: %j',
  (name) => {
    expect(nameOf(name)).toBeNull();
  },
);

it('a name keeps what its script and its emoji need', () => {
  for (const name of [
    'Nelly \u2764\ufe0f',
    '\u{1f469}\u200d\u{1f680}',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ])
    expect(nameOf(name)).toBe(name);
});

it('a vote is good for at most 31 days after it was given; beyond, for 12 hours', () => {
  const expiry = (expires_at: string) => {
    const body = bodyOf('topgg-signed', T0) as { data: object };
    const read = readDelivery(
      { kind: 'topgg', secret: 'whs_' },
      { ...body, data: { ...body.data, created_at: new Date(T0).toISOString(), expires_at } },
      context(''),
    );
    return read.ok && read.value.kind === 'vote' ? read.value.vote.expiresAtMs - T0 : read;
  };
  const at = (ms: number) => new Date(T0 + ms).toISOString();
  expect(expiry(at(31 * DAY_MS))).toBe(31 * DAY_MS);
  expect(expiry(at(31 * DAY_MS + 1))).toBe(12 * HOUR_MS);
  expect(expiry('9999-12-31T23:59:59.9999-23:59')).toBe(12 * HOUR_MS);
});

describe.each(FORMS)('a body of %s', (form) => {
  it('that is damaged anywhere is refused, or is a vote that can be stored', () => {
    fc.assert(
      fc.property(fc.oneof(damaged(bodyOf(form, T0)), fc.jsonValue()), (value) => {
        const read = readDelivery(sourceOf(form), value, context(JSON.stringify(value)));
        if (!read.ok) {
          expect(read.issues.length).toBeGreaterThan(0);
          for (const { message } of read.issues) expect(message).toMatch(/^(Must|Is missing)\b.*\.$/);
          return;
        }
        if (read.value.kind !== 'vote') return;
        const { userId, username, weight, votedAtMs, expiresAtMs } = read.value.vote;
        expect(userId).toMatch(/^[^\p{Cc}\p{Cs}]{1,64}$/u);
        expect(username ?? 'x').toMatch(/^[^\p{Cc}\p{Cs}]{1,80}$/u);
        expect(Number.isInteger(weight) && weight >= 1 && weight <= 100).toBe(true);
        expect(isVotedAt(votedAtMs, T0) && Number.isFinite(expiresAtMs)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is read whole', () => {
    const value = bodyOf(form, T0);
    const read = readDelivery(sourceOf(form), value, context(JSON.stringify(value)));
    expect(read).toMatchObject({ ok: true, value: { kind: 'vote' } });
  });
});
