import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { searchAccess } from '@/lib/services/access/search';
import { searchAudit } from '@/lib/services/audit/search';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { listBots } from '@/lib/services/bots/list';
import { listOwnBots } from '@/lib/services/bots/list-own';
import { readBot } from '@/lib/services/bots/read';
import { searchBots } from '@/lib/services/bots/search';
import { sendStats } from '@/lib/services/calls/send';
import { connectIdentity } from '@/lib/services/identities/connect';
import { disconnectIdentity } from '@/lib/services/identities/disconnect';
import { listOwnIdentities } from '@/lib/services/identities/list-own';
import { createKey } from '@/lib/services/keys/create';
import { listKeys } from '@/lib/services/keys/list';
import { revokeKey } from '@/lib/services/keys/revoke';
import { rotateKey } from '@/lib/services/keys/rotate';
import { searchKeys } from '@/lib/services/keys/search';
import { dismissOwnNotices } from '@/lib/services/notices/dismiss-own';
import { listOwnNotices } from '@/lib/services/notices/list-own';
import { changeOwnPassword } from '@/lib/services/passwords/change-own';
import { confirmPassword } from '@/lib/services/passwords/confirm';
import { setPassword } from '@/lib/services/passwords/set';
import type { Result } from '@/lib/services/result';
import { endOwnSessions } from '@/lib/services/sessions/end-own';
import { listOwnSessions } from '@/lib/services/sessions/list-own';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { deleteUser } from '@/lib/services/users/delete';
import { listUsers } from '@/lib/services/users/list';
import { searchUsers } from '@/lib/services/users/search';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import {
  contextForEachTest,
  createContext,
  emailOf,
  PRINCIPALS,
  type PrincipalName,
  type ServiceContext,
} from '@/tests/support/data/principals';
import { recordCalls } from '@/tests/support/data/record-calls';
import { signedIn } from '@/tests/support/data/signed-in';
import { verdictOf } from '@/tests/support/result';

/** Who may do what: every service, asked by everyone. The verdicts are the product's, not the code's. */

type Ask = (ports: Ports, who: Caller, context: ServiceContext) => Promise<Result<unknown>>;

const PASSWORD = 'tangerine kettle 42';
const QUERY = { text: '', sort: '', isDescending: false, page: 1 };
const IDENTITY = { provider: 'discord', subject: '42' };
const KEY = { botId: BOT_ID, name: 'another', expiresAtMs: null };

const FOR_ADMINS: Record<string, Ask> = {
  createUser: (p, who) => createUser(p, who, { email: 'new@example.org', role: 'owner', password: PASSWORD }),
  changeUser: (p, who) => changeUser(p, who, { userId: 'other' }, { name: 'Changed' }),
  'changeUser, by an address that no one has': (p, who) =>
    changeUser(p, who, { email: 'no@example.org' }, { isDisabled: true }),
  setPassword: (p, who) => setPassword(p, who, { userId: 'other' }, PASSWORD),
  deleteUser: (p, who) => deleteUser(p, who, { userId: 'unowned' }),
  listUsers: (p, who) => listUsers(p, who),
  createBot: (p, who) =>
    createBot(p, who, { id: '9'.repeat(18), name: 'New', owner: { userId: 'owner' }, plan: 'free' }),
  changeBot: (p, who) => changeBot(p, who, BOT_ID, { plan: 'business' }),
  'changeBot, its owner': (p, who) => changeBot(p, who, BOT_ID, { owner: { userId: 'other' } }),
  deleteBot: (p, who) => deleteBot(p, who, BOT_ID),
  listBots: (p, who) => listBots(p, who),
  searchBots: (p, who) => searchBots(p, who, QUERY),
  searchUsers: (p, who) => searchUsers(p, who, QUERY),
  searchKeys: (p, who) => searchKeys(p, who, QUERY),
  searchAudit: (p, who) => searchAudit(p, who, QUERY),
  searchAccess: (p, who) => searchAccess(p, who, QUERY),
};

const FOR_WHO_MANAGES_THE_BOT: Record<string, Ask> = {
  readBot: (p, who) => readBot(p, who, BOT_ID, '24h'),
  sendStats: (p, who) => sendStats(p, who, BOT_ID, { serverCount: 1, userCount: 1, shardCount: 1 }),
  createKey: (p, who) => createKey(p, who, KEY),
  listKeys: (p, who) => listKeys(p, who, BOT_ID, 1),
  rotateKey: (p, who, { bot }) => rotateKey(p, who, bot.keyId, '1h'),
  revokeKey: (p, who, { bot }) => revokeKey(p, who, bot.keyId),
};

const FOR_THE_PERSON: Record<string, Ask> = {
  changeOwnPassword: (p, who) => changeOwnPassword(p, who, PASSWORD, `${PASSWORD}!`),
  listOwnBots: (p, who) => listOwnBots(p, who, 1),
  listOwnSessions: (p, who) => listOwnSessions(p, who, 1),
  endOwnSessions: (p, who) => endOwnSessions(p, who),
  connectIdentity: (p, who) => connectIdentity(p, who, IDENTITY),
  confirmPassword: (p, who) => confirmPassword(p, who, PASSWORD),
  disconnectIdentity: (p, who) => disconnectIdentity(p, who, IDENTITY),
  listOwnIdentities: (p, who) => listOwnIdentities(p, who),
  listOwnNotices: (p, who) => listOwnNotices(p, who),
  dismissOwnNotices: (p, who) => dismissOwnNotices(p, who, ['1']),
};

const VERDICTS: Record<PrincipalName, { admin: string; bot: string; own: string }> = {
  operator: { admin: 'allowed', bot: 'allowed', own: 'forbidden' },
  admin: { admin: 'allowed', bot: 'allowed', own: 'allowed' },
  owner: { admin: 'forbidden', bot: 'allowed', own: 'allowed' },
  other: { admin: 'forbidden', bot: 'not_found', own: 'allowed' },
  key: { admin: 'forbidden', bot: 'not_found', own: 'forbidden' },
  anonymous: { admin: 'forbidden', bot: 'not_found', own: 'forbidden' },
};

describe.each(Object.entries(VERDICTS))('%s', (name, verdicts) => {
  const context = contextForEachTest();
  const who = PRINCIPALS[name as PrincipalName];
  const groups = [
    [FOR_ADMINS, verdicts.admin],
    [FOR_WHO_MANAGES_THE_BOT, verdicts.bot],
    [FOR_THE_PERSON, verdicts.own],
  ] as const;
  for (const [services, verdict] of groups) {
    it.each(Object.entries(services))(`%s is ${verdict}`, async (_, ask) => {
      const { ports, db, audit } = context();
      const before = await everythingIn(db);
      const result = await ask(ports, who, context());
      if (verdict === 'allowed') {
        // Allowed, though what was asked for may be refused for another reason.
        expect(['ok', 'not_found', 'invalid']).toContain(verdictOf(result));
        if (!result.ok) expect(result.refusal.isDenial ?? false).toBe(false);
        return;
      }
      expect(verdictOf(result)).toBe(verdict);
      expect(result).toMatchObject({ refusal: { isDenial: true } });
      expect(await everythingIn(db)).toEqual(before);
      expect(await audit()).toEqual([]);
    });
  }
});

/** All that a service could have changed. */
const everythingIn = async (db: ServiceContext['db']) =>
  Promise.all(
    ['users', 'bots', 'api_keys', 'reports', 'sessions', 'identities', 'notices', 'access_log'].map((t) =>
      db.rows(`SELECT * FROM ${t}`),
    ),
  );

describe('a foreign bot and one that is not there are refused in the same words', () => {
  const UNKNOWN = '1'.repeat(18);
  let context: ServiceContext;
  beforeAll(async () => {
    context = await createContext();
  });
  afterAll(() => context.db.drop());

  const pairs: Record<
    string,
    (p: Ports, who: Caller, botId: string, keyId: string) => Promise<Result<unknown>>
  > = {
    readBot: (p, who, botId) => readBot(p, who, botId, 'all'),
    sendStats: (p, who, botId) => sendStats(p, who, botId, { serverCount: 1, userCount: 1, shardCount: 1 }),
    'sendStats, with nonsense': (p, who, botId) =>
      sendStats(p, who, botId, { serverCount: 'x', userCount: -1, shardCount: 1 }),
    createKey: (p, who, botId) => createKey(p, who, { ...KEY, botId }),
    listKeys: (p, who, botId) => listKeys(p, who, botId, 1),
    rotateKey: (p, who, _, keyId) => rotateKey(p, who, keyId, '0'),
    revokeKey: (p, who, _, keyId) => revokeKey(p, who, keyId),
  };

  it.each(Object.entries(pairs))('%s asks the same of the database for both', async (_, ask) => {
    for (const who of [PRINCIPALS.owner, PRINCIPALS.key, PRINCIPALS.anonymous]) {
      const [foreign, unknown] = [recordCalls(context.ports), recordCalls(context.ports)];
      await ask(foreign.ports, who, OTHER_BOT_ID, context.otherBot.keyId);
      await ask(unknown.ports, who, UNKNOWN, 'unknown');
      expect(foreign.steps.length).toBeGreaterThan(1);
      expect(unknown.steps).toEqual(foreign.steps);
    }
  });

  it.each(Object.entries(pairs))('%s', async (_, ask) => {
    for (const who of [PRINCIPALS.owner, PRINCIPALS.key, PRINCIPALS.anonymous]) {
      const foreign = await ask(context.ports, who, OTHER_BOT_ID, context.otherBot.keyId);
      const unknown = await ask(context.ports, who, UNKNOWN, 'unknown');
      const said = [foreign, unknown].map((r) => (r.ok ? r : { ...r.refusal, isDenial: undefined }));
      expect(said[0]).toEqual(said[1]);
      expect(verdictOf(foreign)).toBe('not_found');
    }
  });

  it('nobody’s own list shows another’s bot', async () => {
    for (const [name, ids] of [
      ['owner', [BOT_ID]],
      ['other', [OTHER_BOT_ID]],
      ['admin', []],
    ] as const) {
      const result = await listOwnBots(context.ports, PRINCIPALS[name], 1);
      expect(result.ok && result.value.bots.map(({ usage }) => usage.bot.id)).toEqual(ids);
    }
  });

  it('a caller’s role is what counts, not a name: an owner called like an admin is none', async () => {
    const who: Caller = signedIn('admin', 'owner');
    expect(verdictOf(await listUsers(context.ports, who))).toBe('forbidden');
    expect(emailOf('admin')).toBe('admin@example.org');
  });
});
