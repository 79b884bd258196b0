import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { searchAccess } from '@/lib/services/access/access-log';
import { readActivity } from '@/lib/services/activity/read';
import { searchAudit } from '@/lib/services/audit/search';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { findOtherOwner } from '@/lib/services/bots/find';
import { listBots, listOwnBots, searchBots, suggestBots } from '@/lib/services/bots/list';
import { askForPlan, declinePlan, grantPlan, readPlanState } from '@/lib/services/bots/plan-request';
import { setPublic } from '@/lib/services/bots/publish';
import { readBot, readBotHead } from '@/lib/services/bots/read';
import { changeSettings, readSettings } from '@/lib/services/bots/settings';
import { sendStats } from '@/lib/services/calls/send';
import { listOwnEvents, markRead, markTheseRead } from '@/lib/services/events/list-own';
import { connectIdentity, disconnectIdentity, listOwnIdentities } from '@/lib/services/identities/own';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { listKeys, searchKeys, viewKeys } from '@/lib/services/keys/find';
import { inviteUser, issueReset, listInvitations, withdrawInvitation } from '@/lib/services/links/issue';
import { addMark, deleteMark, listMarks } from '@/lib/services/marks/marks';
import { dismissOwnNotices } from '@/lib/services/notices/notices';
import { readBotGroups, readOverview } from '@/lib/services/overview/overview';
import { changeOwnPassword, confirmPassword } from '@/lib/services/passwords/own';
import { setPassword } from '@/lib/services/passwords/set';
import type { Result } from '@/lib/services/result';
import { endOneSession, endOwnSessions } from '@/lib/services/sessions/end';
import { listOwnSessions } from '@/lib/services/sessions/find';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { listUsers, searchUsers, suggestPeople } from '@/lib/services/users/find';
import { readPerson } from '@/lib/services/users/person';
import { purgeUser } from '@/lib/services/votes/purge';
import { hasVoted, readVotesPage } from '@/lib/services/votes/read';
import {
  createSource,
  deleteSource,
  deliveryLog,
  listSources,
  pauseSource,
  resumeSource,
  rotateSource,
} from '@/lib/services/votes/sources';
import { viewVotes } from '@/lib/services/votes/view';
import { changeWebhook, removeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { createWebhook } from '@/lib/services/webhooks/create';
import { listDeliveries, listWebhooks } from '@/lib/services/webhooks/find';
import { sendAgain, testWebhook } from '@/lib/services/webhooks/send-again';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { ALL_BOTS, addWebhook, signedIn } from '@/tests/support/data/fixtures';
import { recordCalls } from '@/tests/support/data/ports';
import {
  createContext,
  PRINCIPALS,
  type PrincipalName,
  type ServiceContext,
} from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

/** Every service, called by every kind of caller. */

type Call = (ports: Ports, who: Caller, context: ServiceContext) => Promise<Result<unknown>>;

const PASSWORD = 'tangerine kettle 42';
const QUERY = { text: '', sort: '', isDescending: false, page: 1 };
const IDENTITY = { provider: 'discord', subject: '42' };
const SETTINGS = { name: 'Changed', silentAfterMs: 300_000 };
const WEBHOOK = { botId: BOT_ID, url: 'https://hook.example.org/', eventTypes: ['bot.silent'] } as const;
const KEY = { botId: BOT_ID, name: 'another', expiresAtMs: null };

const FOR_ADMINS: Record<string, Call> = {
  createUser: (p, who) => createUser(p, who, { email: 'new@example.org', role: 'owner', password: PASSWORD }),
  changeUser: (p, who) => changeUser(p, who, { userId: 'other' }, { name: 'Changed' }),
  'changeUser of an unknown address': (p, who) =>
    changeUser(p, who, { email: 'no@example.org' }, { isDisabled: true }),
  setPassword: (p, who) => setPassword(p, who, { userId: 'other' }, PASSWORD),
  inviteUser: (p, who) => inviteUser(p, who, { email: 'new@example.org', role: 'owner' }),
  issueReset: (p, who) => issueReset(p, who, { userId: 'other' }),
  withdrawInvitation: (p, who) => withdrawInvitation(p, who, 'invited'),
  listInvitations: (p, who) => listInvitations(p, who),
  suggestPeople: (p, who) => suggestPeople(p, who, 'o'),
  readOverview: (p, who) => readOverview(p, who),
  readBotGroups: (p, who) => readBotGroups(p, who),
  findOtherOwner: (p, who) => findOtherOwner(p, who, BOT_ID),
  deleteUser: (p, who) => deleteUser(p, who, { userId: 'unowned' }),
  listUsers: (p, who) => listUsers(p, who),
  createBot: (p, who) =>
    createBot(p, who, { id: '9'.repeat(18), name: 'New', owner: { userId: 'owner' }, plan: 'free' }),
  changeBot: (p, who) => changeBot(p, who, BOT_ID, { plan: 'business' }),
  'changeBot with a new owner': (p, who) => changeBot(p, who, BOT_ID, { owner: { userId: 'other' } }),
  deleteBot: (p, who) => deleteBot(p, who, BOT_ID),
  grantPlan: (p, who) => grantPlan(p, who, { botId: BOT_ID, askedAtMs: 0 }),
  declinePlan: (p, who) => declinePlan(p, who, { botId: BOT_ID, askedAtMs: 0 }, 'Not now'),
  listBots: (p, who) => listBots(p, who),
  searchBots: (p, who) => searchBots(p, who, QUERY),
  searchUsers: (p, who) => searchUsers(p, who, QUERY),
  searchKeys: (p, who) => searchKeys(p, who, QUERY),
  searchAudit: (p, who) => searchAudit(p, who, QUERY),
  searchAccess: (p, who) => searchAccess(p, who, QUERY),
};

type OfBot = (ports: Ports, who: Caller, botId: string, keyId: string) => ReturnType<Call>;

/** For those who manage the bot. */
const OF_A_BOT: Record<string, OfBot> = {
  readActivity: (p, who, botId) => readActivity(p, who, botId, ALL_ACTIVITY, 1),
  readBot: (p, who, botId) => readBot(p, who, botId, '24h'),
  readBotHead: (p, who, botId) => readBotHead(p, who, botId),
  sendStats: (p, who, botId) => sendStats(p, who, botId, { serverCount: 1, userCount: 1, shardCount: 1 }),
  createKey: (p, who, botId) => createKey(p, who, { ...KEY, botId }),
  listKeys: (p, who, botId) => listKeys(p, who, botId, 1),
  viewKeys: (p, who, botId) => viewKeys(p, who, botId, 1),
  rotateKey: (p, who, _, keyId) => rotateKey(p, who, keyId, '1h'),
  revokeKey: (p, who, _, keyId) => revokeKey(p, who, keyId),
  readSettings: (p, who, botId) => readSettings(p, who, botId),
  readPlanState: (p, who, botId) => readPlanState(p, who, botId),
  setPublic: (p, who, botId) => setPublic(p, who, botId, true),
  changeSettings: (p, who, botId) => changeSettings(p, who, botId, SETTINGS),
  createWebhook: (p, who, botId) => createWebhook(p, who, { ...WEBHOOK, botId, url: '' }),
  listWebhooks: (p, who, botId) => listWebhooks(p, who, botId),
  changeWebhook: (p, who, botId) => changeWebhook(p, who, `hook of ${botId}`, { isOn: false }),
  removeWebhook: (p, who, botId) => removeWebhook(p, who, `hook of ${botId}`),
  rotateSecret: (p, who, botId) => rotateSecret(p, who, `hook of ${botId}`),
  testWebhook: (p, who, botId) => testWebhook(p, who, `hook of ${botId}`),
  listDeliveries: (p, who, botId) => listDeliveries(p, who, `hook of ${botId}`, 1),
  sendAgain: (p, who, botId) => sendAgain(p, who, `hook of ${botId}`, 'unknown'),
  createSource: (p, who, botId) => createSource(p, who, { botId, kind: 'topgg', name: '' }),
  listSources: (p, who, botId) => listSources(p, who, botId),
  deleteSource: (p, who, botId) => deleteSource(p, who, `source of ${botId}`),
  pauseSource: (p, who, botId) => pauseSource(p, who, `source of ${botId}`),
  resumeSource: (p, who, botId) => resumeSource(p, who, `source of ${botId}`),
  rotateSource: (p, who, botId) => rotateSource(p, who, `source of ${botId}`, { keepsFormer: false }),
  deliveryLog: (p, who, botId) => deliveryLog(p, who, `source of ${botId}`),
  purgeUser: (p, who, botId) => purgeUser(p, who, botId, '1'),
  addMark: (p, who, botId) => addMark(p, who, botId, MARK),
  deleteMark: (p, who, botId) => deleteMark(p, who, botId, '1'),
  listMarks: (p, who, botId) => listMarks(p, who, botId),
  pauseBot: (p, who, botId) => pauseBot(p, who, botId, { minutes: 1 }),
  resumeBot: (p, who, botId) => resumeBot(p, who, botId),
  hasVoted: (p, who, botId) => hasVoted(p, who, botId, '1'),
  readVotesPage: (p, who, botId) => readVotesPage(p, who, botId, { limit: 1, cursor: null, days: 30 }),
  viewVotes: (p, who, botId) => viewVotes(p, who, botId, { cursor: null, range: '30d' }),
};

const FOR_MANAGERS: Record<string, Call> = Object.fromEntries(
  Object.entries(OF_A_BOT).map(([name, call]): [string, Call] => [
    name,
    (ports, who, { bot }) => call(ports, who, BOT_ID, bot.keyId),
  ]),
);

const MARK = { text: 'Moved', kind: 'note', atMs: null } as const;

const addSource = ({ directory }: Ports, botId: string) =>
  directory.write([], ({ votes }) =>
    votes.insertSource({
      ...{ id: `source of ${botId}`, botId, kind: 'topgg', name: 'top.gg', sealedSecret: 'sealed' },
      ...{ sealedFormerSecret: null, formerUntilMs: null, mustRotate: false },
      ...{ createdAtMs: 1, pausedAtMs: null, deletedAtMs: null },
    }),
  );

const FOR_PEOPLE: Record<string, Call> = {
  changeOwnPassword: (p, who) => changeOwnPassword(p, who, PASSWORD, `${PASSWORD}!`),
  listOwnBots: (p, who) => listOwnBots(p, who, ALL_BOTS),
  suggestBots: (p, who) => suggestBots(p, who, ''),
  listOwnSessions: (p, who) => listOwnSessions(p, who, 1),
  endOwnSessions: (p, who) => endOwnSessions(p, who),
  endOneSession: (p, who) => endOneSession(p, who, 'unknown'),
  connectIdentity: (p, who) => connectIdentity(p, who, IDENTITY),
  confirmPassword: (p, who) => confirmPassword(p, who, PASSWORD),
  disconnectIdentity: (p, who) => disconnectIdentity(p, who, IDENTITY),
  listOwnIdentities: (p, who) => listOwnIdentities(p, who),
  readPerson: (p, who) => readPerson(p, who),
  listOwnEvents: (p, who) => listOwnEvents(p, who, { botId: null, before: null }),
  markRead: (p, who) => markRead(p, who, { atMs: 1, eventId: '' }),
  markTheseRead: (p, who) => markTheseRead(p, who, ['unknown']),
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
  let context: ServiceContext;
  const begin = async () => {
    context = await createContext();
    await addWebhook(context.ports, { id: `hook of ${BOT_ID}` });
    await addSource(context.ports, BOT_ID);
  };
  const end = () => context.db.drop();
  const who = PRINCIPALS[name as PrincipalName];
  const groups = [
    [FOR_ADMINS, verdicts.admin],
    [FOR_MANAGERS, verdicts.bot],
    [FOR_PEOPLE, verdicts.own],
  ] as const;
  describe.each(groups)('%#', (services, verdict) => {
    if (verdict === 'allowed') {
      beforeEach(begin);
      afterEach(end);
      it.each(Object.entries(services))('%s is allowed', async (_, call) => {
        const result = await call(context.ports, who, context);
        // The call may still be refused for another reason than authorization.
        expect(['ok', 'not_found', 'invalid']).toContain(verdictOf(result));
        if (!result.ok) expect(result.refusal.isDenial ?? false).toBe(false);
      });
      return;
    }
    // All on one database: those that are denied change nothing.
    beforeAll(begin);
    afterAll(end);
    it.each(Object.entries(services))(`%s is ${verdict}`, async (_, call) => {
      const { ports, db, audit } = context;
      const before = await allRows(db);
      const result = await call(ports, who, context);
      expect(verdictOf(result)).toBe(verdict);
      expect(result).toMatchObject({ refusal: { isDenial: true } });
      expect(await allRows(db)).toEqual(before);
      expect(await audit()).toEqual([]);
    });
  });
});

const TABLES = (
  'users bots api_keys reports sessions identities notices access_log access_links read_marks plan_requests ' +
  'webhook_endpoints deliveries events'
).split(' ');
const allRows = (db: ServiceContext['db']) =>
  Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table}`)));

describe('another owner’s bot and an unknown one cannot be distinguished', () => {
  let context: ServiceContext;
  beforeAll(async () => {
    context = await createContext();
    await addWebhook(context.ports, { id: `hook of ${OTHER_BOT_ID}`, botId: OTHER_BOT_ID });
    await addSource(context.ports, OTHER_BOT_ID);
  });
  afterAll(() => context.db.drop());

  const calls: Record<string, OfBot> = {
    ...OF_A_BOT,
    'sendStats with invalid counts': (p, who, botId) =>
      sendStats(p, who, botId, { serverCount: 'x', userCount: -1, shardCount: 1 }),
    'createWebhook with an address': (p, who, botId) => createWebhook(p, who, { ...WEBHOOK, botId }),
    'createSource with a name': (p, who, botId) =>
      createSource(p, who, { botId, kind: 'topgg', name: 'top.gg' }),
    askForPlan: (p, who, botId) => askForPlan(p, who, botId, 'business'),
  };

  it.each(Object.entries(calls))('by the refusal or the database calls of %s', async (_, call) => {
    for (const who of [PRINCIPALS.owner, PRINCIPALS.key, PRINCIPALS.anonymous]) {
      const [foreign, unknown] = [recordCalls(context.ports), recordCalls(context.ports)];
      const refused = await call(foreign.ports, who, OTHER_BOT_ID, context.otherBot.keyId);
      expect(verdictOf(refused)).toBe('not_found');
      const same = await call(unknown.ports, who, '1'.repeat(18), 'unknown');
      // Only the access log distinguishes them.
      const seen = [refused, same].map((r) => (r.ok ? r : { ...r.refusal, isDenial: undefined }));
      expect(seen[0]).toEqual(seen[1]);
      expect(foreign.steps).not.toEqual([]);
      expect(unknown.steps).toEqual(foreign.steps);
    }
  });

  it.each([
    ['owner', [BOT_ID]],
    ['other', [OTHER_BOT_ID]],
    ['admin', []],
  ] as const)('the list of own bots of %s has no other bots', async (name, ids) => {
    const { bots } = await accepted(await listOwnBots(context.ports, PRINCIPALS[name], ALL_BOTS)).read();
    expect(bots.map(({ id }) => id)).toEqual(ids);
  });
});

it.each([
  ['owner', 'ok'],
  ['admin', 'forbidden'],
  ['operator', 'forbidden'],
  ['other', 'not_found'],
  ['key', 'not_found'],
  ['anonymous', 'not_found'],
] as const)('askForPlan by %s is %s: the owner alone asks', async (name, verdict) => {
  const { ports, db } = await createContext();
  const result = await askForPlan(ports, PRINCIPALS[name], BOT_ID, 'business');
  expect(verdictOf(result)).toBe(verdict);
  expect(await db.rows('SELECT * FROM plan_requests')).toHaveLength(verdict === 'ok' ? 1 : 0);
  await db.drop();
});

it('the role decides, not the id: an owner with the id of an admin is refused', async () => {
  const { ports, db } = await createContext();
  expect(verdictOf(await listUsers(ports, signedIn('admin', 'owner')))).toBe('forbidden');
  await db.drop();
});
