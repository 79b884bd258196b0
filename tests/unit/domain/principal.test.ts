import { describe, expect, it } from 'vitest';
import {
  ANONYMOUS,
  actorOf,
  isRole,
  mayAdminister,
  mayManageBot,
  OPERATOR,
  type Principal,
} from '@/lib/domain/principal';

const bot = { ownerId: 'u-owner' };
const WHO: Record<string, Principal> = {
  operator: OPERATOR,
  admin: { kind: 'person', userId: 'u-admin', role: 'admin' },
  owner: { kind: 'person', userId: 'u-owner', role: 'owner' },
  'another owner': { kind: 'person', userId: 'u-other', role: 'owner' },
  'the bot’s key': { kind: 'key', botId: '1234567890123456789' },
  // A key whose bot's id happens to be the owner's is still only a key.
  'a key named like the owner': { kind: 'key', botId: 'u-owner' },
  anonymous: ANONYMOUS,
};

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
