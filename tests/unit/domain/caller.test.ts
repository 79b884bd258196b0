import { expect, it } from 'vitest';
import {
  ANONYMOUS,
  actorOf,
  type Caller,
  mayAdminister,
  mayManageBot,
  OPERATOR,
  personOf,
  type Session,
  type User,
} from '@/lib/domain/people/caller';
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
  expect(personOf({ ...session, ...ofSession }, { ...user, ...ofUser }, T0 + sinceMs)).toEqual(expected);
});

const key = (botId: string): Caller => ({ kind: 'key', botId, keyHash: '' });

it.each([
  ['operator', OPERATOR, 'operator', true, true],
  ['admin', signedIn('u-admin', 'admin'), 'u-admin', true, true],
  ['owner', signedIn('u-owner', 'owner'), 'u-owner', false, true],
  ['another owner', signedIn('u-other', 'owner'), 'u-other', false, false],
  ['key', key('1234567890123456789'), 'key', false, false],
  ['key whose bot’s id equals the owner’s', key('u-owner'), 'key', false, false],
  ['anonymous', ANONYMOUS, 'anonymous', false, false],
] as const)('%s: actor in the audit log, may administer, may manage a bot', (_, caller, ...expected) => {
  const verdicts = [actorOf(caller), mayAdminister(caller), mayManageBot(caller, { ownerId: 'u-owner' })];
  expect(verdicts).toEqual(expected);
});
