import { expect, it } from 'vitest';
import { ANONYMOUS, actorOf, callerOf, OPERATOR, type Session, type User } from '@/lib/domain/people/caller';
import { T0 } from '@/tests/support/data/accounts';
import { signedIn } from '@/tests/support/data/fixtures';

const user: User = {
  id: 'u-owner',
  email: 'owner@example.org',
  name: 'Owner',
  role: 'owner',
  isDisabled: false,
  createdAtMs: T0,
  timeZone: null,
};
const session: Session = {
  hash: 'hash',
  userId: user.id,
  client: '',
  confirmedAtMs: null,
  createdAtMs: T0,
  expiresAtMs: T0 + 1_000,
};
const person = { kind: 'person', userId: user.id, role: 'owner', sessionHash: 'hash' };

it.each([
  ['a millisecond before its end', 999, {}, {}, person],
  ['at its end', 1_000, {}, {}, null],
  ['a millisecond after its end', 1_001, {}, {}, null],
  ['before its creation, after a clock step', -1, {}, {}, person],
  ['of an admin', 0, {}, { role: 'admin' }, { ...person, role: 'admin' }],
  ['of a disabled user', 0, {}, { isDisabled: true }, null],
  ['of another user', 0, { userId: 'u-other' }, {}, null],
] as const)('the caller of a session %s', (_, sinceMs, ofSession, ofUser, expected) => {
  expect(callerOf({ ...session, ...ofSession }, { ...user, ...ofUser }, false, T0 + sinceMs)).toEqual(
    expected,
  );
});

it.each([
  ['operator', OPERATOR, 'operator'],
  ['person', signedIn('u-owner', 'owner'), 'u-owner'],
  ['key', { kind: 'key', botId: 'u-owner', keyHash: '' }, 'key'],
  ['anonymous', ANONYMOUS, 'anonymous'],
] as const)('the audit log names the %s', (_, caller, expected) => {
  expect(actorOf(caller)).toBe(expected);
});
