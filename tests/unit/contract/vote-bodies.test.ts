import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelivery } from '@/lib/contract/vote-bodies';
import { isVotedAt } from '@/lib/domain/votes/vote';
import { T0 } from '@/tests/support/data/accounts';
import { bodyOf, FORMS, type Form, kindOf } from '@/tests/support/data/vote-deliveries';

const sourceOf = (form: Form) => ({ kind: kindOf(form), isSigned: form === 'topgg-signed' });
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
