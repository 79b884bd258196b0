import { describe, expect, it } from 'vitest';
import {
  ANONYMOUS,
  actorOf,
  type Caller,
  mayAdminister,
  mayManageBot,
  OPERATOR,
  personOf,
} from '@/lib/domain/caller';
import type { Session } from '@/lib/domain/session';
import { isRole, type User } from '@/lib/domain/user';
import { T0 } from '@/tests/support/data/accounts';
import { signedIn } from '@/tests/support/data/signed-in';

const bot = { ownerId: 'u-owner' };
const WHO: Record<string, Caller> = {
  operator: OPERATOR,
  admin: signedIn('u-admin', 'admin'),
  owner: signedIn('u-owner', 'owner'),
  'another owner': signedIn('u-other', 'owner'),
  'the bot’s key': { kind: 'key', botId: '1234567890123456789', keyHash: '' },
  // A key whose bot's id happens to be the owner's is still only a key.
  'a key named like the owner': { kind: 'key', botId: 'u-owner', keyHash: '' },
  anonymous: ANONYMOUS,
};

describe('the person of a session', () => {
  const user: User = {
    ...{ id: 'u-owner', email: 'owner@example.org', name: 'Owner', role: 'owner' },
    ...{ isDisabled: false, createdAtMs: T0 },
  };
  const session: Session = {
    ...{ hash: 'hash', userId: user.id, client: '', confirmedAtMs: null },
    ...{ createdAtMs: T0, expiresAtMs: T0 + 1_000 },
  };
  const who = { kind: 'person', userId: user.id, role: 'owner', sessionHash: 'hash' };

  it.each([
    ['a millisecond before its end', 999, {}, {}, who],
    ['at its end', 1_000, {}, {}, null],
    ['a millisecond after its end', 1_001, {}, {}, null],
    ['before it was opened, after a clock step', -1, {}, {}, who],
    ['who is an admin', 0, {}, { role: 'admin' }, { ...who, role: 'admin' }],
    ['who is disabled', 0, {}, { isDisabled: true }, null],
    ['whom it does not belong to', 0, { userId: 'u-other' }, {}, null],
  ] as const)('%s', (_, sinceMs, ofSession, ofUser, expected) => {
    expect(personOf({ ...session, ...ofSession }, { ...user, ...ofUser }, T0 + sinceMs)).toEqual(expected);
  });
});

describe('who may do what', () => {
  it.each([
    ['operator', true, true],
    ['admin', true, true],
    ['owner', false, true],
    ['another owner', false, false],
    ['the bot’s key', false, false],
    ['a key named like the owner', false, false],
    ['anonymous', false, false],
  ])('%s: administers %s, manages the bot %s', (name, administers, manages) => {
    const who = WHO[name] ?? ANONYMOUS;
    expect(mayAdminister(who)).toBe(administers);
    expect(mayManageBot(who, bot)).toBe(manages);
  });

  it('the audit log names a person by id and others by kind', () => {
    expect(Object.values(WHO).map(actorOf)).toEqual([
      'operator',
      'u-admin',
      'u-owner',
      'u-other',
      'key',
      'key',
      'anonymous',
    ]);
  });

  it('roles are owner and admin', () => {
    expect(['owner', 'admin', 'operator', 'Admin', '', null, undefined].map(isRole)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
