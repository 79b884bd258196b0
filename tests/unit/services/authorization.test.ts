import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '@/lib/domain/principal';
import { changeBot } from '@/lib/services/change-bot';
import { changeOwnPassword } from '@/lib/services/change-own-password';
import { changeUser } from '@/lib/services/change-user';
import { connectIdentity } from '@/lib/services/connect-identity';
import { createBot } from '@/lib/services/create-bot';
import { createKey } from '@/lib/services/create-key';
import { createUser } from '@/lib/services/create-user';
import { deleteBot } from '@/lib/services/delete-bot';
import { deleteUser } from '@/lib/services/delete-user';
import { endOwnSessions, listOwnSessions } from '@/lib/services/end-sessions';
import { listBots } from '@/lib/services/list-bots';
import { listKeys } from '@/lib/services/list-keys';
import { listOwnBots } from '@/lib/services/list-own-bots';
import { listUsers } from '@/lib/services/list-users';
import type { Ports } from '@/lib/services/ports';
import { readBot } from '@/lib/services/read-bot';
import type { Result } from '@/lib/services/result';
import { revokeKey } from '@/lib/services/revoke-key';
import { rotateKey } from '@/lib/services/rotate-key';
import { searchAudit, searchBots, searchKeys, searchUsers } from '@/lib/services/search';
import { sendStats } from '@/lib/services/send-stats';
import { setPassword } from '@/lib/services/set-password';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import {
  CAST,
  type CastName,
  emailOf,
  onStage,
  type Stage,
  setStage,
  verdictOf,
} from '@/tests/support/data/cast';

/** Who may do what: every service, asked by everyone. The verdicts are the product's, not the code's. */

type Ask = (ports: Ports, who: Principal, stage: Stage) => Promise<Result<unknown>>;

const PASSWORD = 'tangerine kettle 42';
const QUERY = { text: '', sort: '', isDescending: false, page: 1 };
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
};

const FOR_WHO_MANAGES_THE_BOT: Record<string, Ask> = {
  readBot: (p, who) => readBot(p, who, BOT_ID, '24h'),
  sendStats: (p, who) => sendStats(p, who, BOT_ID, { serverCount: 1, userCount: 1, shardCount: 1 }),
  createKey: (p, who) => createKey(p, who, KEY),
  listKeys: (p, who) => listKeys(p, who, BOT_ID),
  rotateKey: (p, who, { bot }) => rotateKey(p, who, bot.keyId, '1h'),
  revokeKey: (p, who, { bot }) => revokeKey(p, who, bot.keyId),
};

const FOR_THE_PERSON: Record<string, Ask> = {
  changeOwnPassword: (p, who) => changeOwnPassword(p, who, PASSWORD, `${PASSWORD}!`),
  listOwnBots: (p, who) => listOwnBots(p, who, 1),
  listOwnSessions: (p, who) => listOwnSessions(p, who),
  endOwnSessions: (p, who) => endOwnSessions(p, who),
  connectIdentity: (p, who) => connectIdentity(p, who, { provider: 'discord', subject: '42' }),
};

const VERDICTS: Record<CastName, { admin: string; bot: string; own: string }> = {
  operator: { admin: 'allowed', bot: 'allowed', own: 'forbidden' },
  admin: { admin: 'allowed', bot: 'allowed', own: 'allowed' },
  owner: { admin: 'forbidden', bot: 'allowed', own: 'allowed' },
  other: { admin: 'forbidden', bot: 'not_found', own: 'allowed' },
  key: { admin: 'forbidden', bot: 'not_found', own: 'forbidden' },
  anonymous: { admin: 'forbidden', bot: 'not_found', own: 'forbidden' },
};

describe.each(Object.entries(VERDICTS))('%s', (name, verdicts) => {
  const stage = onStage();
  const who = CAST[name as CastName];
  const groups = [
    [FOR_ADMINS, verdicts.admin],
    [FOR_WHO_MANAGES_THE_BOT, verdicts.bot],
    [FOR_THE_PERSON, verdicts.own],
  ] as const;
  for (const [services, verdict] of groups) {
    it.each(Object.entries(services))(`%s is ${verdict}`, async (_, ask) => {
      const { ports, db, audit } = stage();
      const before = await everythingIn(db);
      const result = await ask(ports, who, stage());
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
const everythingIn = async (db: Stage['db']) =>
  Promise.all(
    ['users', 'bots', 'api_keys', 'reports', 'sessions', 'identities'].map((t) =>
      db.rows(`SELECT * FROM ${t}`),
    ),
  );

describe('a foreign bot and one that is not there are refused in the same words', () => {
  const UNKNOWN = '1'.repeat(18);
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage.db.drop());

  const pairs: Record<
    string,
    (p: Ports, who: Principal, botId: string, keyId: string) => Promise<Result<unknown>>
  > = {
    readBot: (p, who, botId) => readBot(p, who, botId, 'all'),
    sendStats: (p, who, botId) => sendStats(p, who, botId, { serverCount: 1, userCount: 1, shardCount: 1 }),
    'sendStats, with nonsense': (p, who, botId) =>
      sendStats(p, who, botId, { serverCount: 'x', userCount: -1, shardCount: 1 }),
    createKey: (p, who, botId) => createKey(p, who, { ...KEY, botId }),
    listKeys: (p, who, botId) => listKeys(p, who, botId),
    rotateKey: (p, who, _, keyId) => rotateKey(p, who, keyId, '0'),
    revokeKey: (p, who, _, keyId) => revokeKey(p, who, keyId),
  };

  it.each(Object.entries(pairs))('%s', async (_, ask) => {
    for (const who of [CAST.owner, CAST.key, CAST.anonymous]) {
      const foreign = await ask(stage.ports, who, OTHER_BOT_ID, stage.otherBot.keyId);
      const unknown = await ask(stage.ports, who, UNKNOWN, 'unknown');
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
      const result = await listOwnBots(stage.ports, CAST[name], 1);
      expect(result.ok && result.value.bots.map(({ usage }) => usage.bot.id)).toEqual(ids);
    }
  });

  it('a role in a principal is what counts, not a name: an owner called like an admin is none', async () => {
    const who: Principal = { kind: 'person', userId: 'admin', role: 'owner' };
    expect(verdictOf(await listUsers(stage.ports, who))).toBe('forbidden');
    expect(emailOf('admin')).toBe('admin@example.org');
  });
});
