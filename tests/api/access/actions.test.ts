import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '@/lib/ports/directory';
import { CLIENTS, type ClientContext, type ClientName, createClients } from '@/tests/support/clients';
import { openRawDatabase, type RawDatabase } from '@/tests/support/process/raw-database';
import { columnsOf, namesOf } from '@/tests/support/schema-columns';
import { actionIds, actionRequest } from '@/tests/support/server-action';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

/** Who may run which server action, checked in the database. An action without a row fails the last test. */

type Action = {
  /** The page with its form. */
  readonly page: (context: ClientContext) => string;
  readonly form: (context: ClientContext) => Record<string, string>;
  /** Whether the action took effect. */
  readonly isDone: (tables: Tables, context: ClientContext) => Promise<boolean>;
  readonly allowed: readonly ClientName[];
};

const OF_THE_BOT = ['owner', 'admin'] as const;
const ADMIN = ['admin'] as const;
/** Its hash is stored as a valid token, as an earlier start would have done. */
const SETUP_TOKEN = 'a set-up token that was never used';
const NEW_BOT = '1383746529000000001';

/** Each context creates its own bot and person, so that tests do not affect each other. */
const newBotOf = ({ botId }: ClientContext) => NEW_BOT.slice(0, 10) + botId.slice(10);
const newEmailOf = ({ botId }: ClientContext) => `new${botId}@example.org`;

/** The owner's Discord account. */
const discordOf = (botId: string) => ({ provider: 'discord', subject: botId });

const keysOf = (tables: Tables, { botId }: ClientContext) => tables.keys.listOfBot(botId, 1, Date.now());

const ACTIONS: Record<string, Action> = {
  'app/actions/bots.ts#createBotAction': {
    page: () => '/admin/bots',
    form: (context) => ({ id: newBotOf(context), name: 'New', owner: context.ownerEmail, plan: 'free' }),
    isDone: async (tables, context) => (await tables.bots.findById(newBotOf(context))) !== null,
    allowed: ADMIN,
  },
  'app/actions/bots.ts#changeBotAction': {
    page: () => '/admin/bots',
    form: ({ botId }) => ({ id: botId, plan: 'business' }),
    isDone: async (tables, { botId }) => (await tables.bots.findById(botId))?.plan === 'business',
    allowed: ADMIN,
  },
  'app/actions/bots.ts#deleteBotAction': {
    page: () => '/admin/bots',
    form: ({ botId }) => ({ id: botId }),
    isDone: async (tables, { botId }) => (await tables.bots.findById(botId)) === null,
    allowed: ADMIN,
  },
  'app/actions/users.ts#createUserAction': {
    page: () => '/admin/users',
    form: (context) => ({ email: newEmailOf(context), name: '', role: 'admin', password: PASSWORD }),
    isDone: async (tables, context) => (await tables.users.findByEmail(newEmailOf(context))) !== null,
    allowed: ADMIN,
  },
  'app/actions/users.ts#changeUserAction': {
    page: () => '/admin/users',
    form: ({ ownerId }) => ({ id: ownerId, role: 'admin' }),
    isDone: async (tables, { ownerId }) => (await tables.users.findById(ownerId))?.role === 'admin',
    allowed: ADMIN,
  },
  'app/actions/users.ts#resetPasswordAction': {
    page: () => '/admin/users',
    form: ({ ownerId }) => ({ id: ownerId, password: 'a new long passphrase' }),
    isDone: async (tables, { ownerId }) => (await tables.sessions.countOfUser(ownerId, Date.now())) === 0,
    allowed: ADMIN,
  },
  'app/actions/users.ts#deleteUserAction': {
    page: () => '/admin/users',
    form: ({ botId }) => ({ id: botlessOf.get(botId) ?? '' }),
    isDone: async (tables, { botId }) => (await tables.users.findById(botlessOf.get(botId) ?? '')) === null,
    allowed: ADMIN,
  },
  'app/actions/keys.ts#createKeyAction': {
    page: ({ botId }) => `/bots/${botId}/keys`,
    form: ({ botId }) => ({ botId, name: 'another', expires: '' }),
    isDone: async (tables, context) => (await keysOf(tables, context)).length === 2,
    allowed: OF_THE_BOT,
  },
  'app/actions/keys.ts#rotateKeyAction': {
    page: ({ botId }) => `/bots/${botId}/keys`,
    form: ({ keyId }) => ({ keyId, overlap: '24h' }),
    isDone: async (tables, context) => (await keysOf(tables, context)).length === 2,
    allowed: OF_THE_BOT,
  },
  'app/actions/keys.ts#revokeKeyAction': {
    page: ({ botId }) => `/bots/${botId}/keys`,
    form: ({ keyId }) => ({ keyId }),
    isDone: async (tables, context) => (await keysOf(tables, context))[0]?.revokedAtMs !== null,
    allowed: OF_THE_BOT,
  },
  'app/actions/send-stats.ts#sendStatsAction': {
    page: ({ botId }) => `/bots/${botId}`,
    form: ({ botId }) => ({ botId, serverCount: '1', userCount: '2', shardCount: '1' }),
    isDone: async (_, { botId }) => (await site.ports.store.find({ botId }))?.account.lastReport !== null,
    allowed: OF_THE_BOT,
  },
  'app/actions/account.ts#changeOwnPasswordAction': {
    page: () => '/account',
    form: () => ({ present: PASSWORD, password: 'a new long passphrase' }),
    // Checked on the owner's sessions: nobody else's request may end them.
    isDone: async (tables, { ownerId }) => (await tables.sessions.countOfUser(ownerId, Date.now())) === 0,
    allowed: ['owner'],
  },
  'app/actions/account.ts#signOutEverywhereAction': {
    page: () => '/account',
    form: () => ({}),
    isDone: async (tables, { ownerId }) => (await tables.sessions.countOfUser(ownerId, Date.now())) === 0,
    allowed: ['owner'],
  },
  'app/actions/account.ts#confirmPasswordAction': {
    page: () => '/account',
    form: () => ({ password: PASSWORD }),
    isDone: async (tables, { ownerId }) =>
      (await tables.sessions.listOfUser(ownerId, 1, 100, Date.now())).some(
        ({ confirmedAtMs }) => confirmedAtMs !== null,
      ),
    allowed: ['owner'],
  },
  'app/actions/account.ts#disconnectIdentityAction': {
    page: () => '/account',
    form: ({ botId }) => ({ provider: 'discord', subject: botId }),
    isDone: async (tables, { botId }) => (await tables.identities.findUserId(discordOf(botId))) === null,
    allowed: ['owner'],
  },
  'app/actions/account.ts#dismissNoticesAction': {
    page: () => '/account',
    form: ({ botId }) => ({ ids: `notice-${botId}` }),
    isDone: async (tables, { ownerId }) => (await tables.notices.listOfUser(ownerId)).length === 0,
    allowed: ['owner'],
  },
  // It works only while there is no user, so its effect has a test of its own below.
  'app/setup/actions.ts#setUp': {
    page: () => '/setup',
    form: (context) => ({ token: SETUP_TOKEN, email: newEmailOf(context), password: PASSWORD }),
    isDone: async (tables, context) => (await tables.users.findByEmail(newEmailOf(context))) !== null,
    allowed: [],
  },
};

const ids = actionIds();

let site: Site;
/** A person without bots for each context, by the id of the context's bot. */
const botlessOf = new Map<string, string>();
beforeAll(async () => {
  site = await startSite();
  await storeSetupToken(site);
});
afterAll(() => site.stop());

const storeSetupToken = ({ ports }: Site) =>
  ports.directory.write([], ({ setupTokens }, nowMs) =>
    setupTokens.insert(ports.secrets.hash(SETUP_TOKEN), nowMs),
  );

async function newContext(): Promise<ClientContext> {
  const context = await createClients(site);
  const { id } = await makePerson(site, `botless${context.botId}@example.org`, 'owner');
  botlessOf.set(context.botId, id);
  await site.ports.directory.write([], async ({ identities, notices }, nowMs) => {
    await identities.insert(discordOf(context.botId), context.ownerId, nowMs);
    const notice = { kind: 'identity.connect', actor: context.ownerId, detail: 'discord 1' } as const;
    await notices.insert({ id: `notice-${context.botId}`, atMs: nowMs, ...notice }, context.ownerId);
  });
  return context;
}

/** Sends an action as a page does: the previous state, then the form. */
async function send(
  name: string,
  action: Action,
  context: ClientContext,
  headers: Record<string, string>,
  more: Record<string, string> = {},
) {
  const request = actionRequest(ids.get(name) ?? '', { ...more, ...action.form(context) }, headers);
  const response = await fetch(site.origin + action.page(context), request);
  await response.arrayBuffer();
  expect(response.status).toBeLessThan(500);
}

const isDone = (action: Action, context: ClientContext) =>
  site.ports.directory.read((tables) => action.isDone(tables, context));

describe.each(Object.entries(ACTIONS))('%s', (name, action) => {
  test.each(CLIENTS)('by %s', async (actor) => {
    const context = await newContext();
    expect(await isDone(action, context)).toBe(false);
    await send(name, action, context, { ...context.headers[actor], origin: site.origin });
    expect(await isDone(action, context)).toBe(action.allowed.includes(actor));
  });
});

describe.each(Object.entries(ACTIONS).filter(([, { allowed }]) => allowed.length > 0))(
  '%s',
  (name, action) => {
    test('is refused from another site, from null, and without Origin', async () => {
      const context = await newContext();
      for (const actor of action.allowed) {
        for (const foreign of foreignOrigins(site)) {
          await send(name, action, context, { ...context.headers[actor], ...foreign });
        }
      }
      expect(await isDone(action, context)).toBe(false);
    });
  },
);

const foreignOrigins = ({ origin }: Site): Record<string, string>[] => [
  ...['https://evil.example', 'null', `${origin}.evil.example`].map((foreign) => ({ origin: foreign })),
  {},
];

describe('app/setup/actions.ts#setUp while there is no user', () => {
  let empty: Site;
  beforeAll(async () => {
    empty = await startSite();
    await storeSetupToken(empty);
  });
  afterAll(() => empty.stop());

  async function setUp(token: string, headers: Record<string, string>): Promise<number> {
    const fields = { token, email: 'first@example.org', password: PASSWORD };
    const id = ids.get('app/setup/actions.ts#setUp') ?? '';
    const response = await fetch(`${empty.origin}/setup`, actionRequest(id, fields, headers));
    await response.arrayBuffer();
    expect(response.status).toBeLessThan(500);
    return empty.ports.directory.read(({ users }) => users.count());
  }

  test('makes the first admin for who has the link, once, and for no one else', async () => {
    const own = { origin: empty.origin };
    for (const foreign of foreignOrigins(empty)) expect(await setUp(SETUP_TOKEN, foreign)).toBe(0);
    expect(await setUp('guessed', own)).toBe(0);
    expect(await setUp('', own)).toBe(0);
    expect(await setUp(SETUP_TOKEN, own)).toBe(1);
    expect(await setUp(SETUP_TOKEN, own)).toBe(1);
    const first = await empty.ports.directory.read(({ users }) => users.findByEmail('first@example.org'));
    expect(first).toMatchObject({ role: 'admin', isDisabled: false });
  });
});

describe('every column of the database as a field of a form changes nothing', () => {
  let rawDatabase: RawDatabase;
  let columns: ReadonlyMap<string, string[]>;
  beforeAll(async () => {
    rawDatabase = openRawDatabase(site.databaseUrl);
    columns = await columnsOf(rawDatabase, !site.databaseUrl.startsWith('file:'));
  });
  afterAll(() => rawDatabase.close());

  /** All rows of all tables, without values that differ between contexts. */
  async function rows(): Promise<string[]> {
    const all = await Promise.all(
      [...columns.keys()].map(async (table) =>
        (await rawDatabase.rows<object>(`SELECT * FROM ${table}`)).map(
          (row) => `${table} ${JSON.stringify(row)}`,
        ),
      ),
    );
    return all.flat();
  }

  /** The rows that an action added or changed. */
  async function effectOf(name: string, action: Action, actor: ClientName, more: Record<string, string>) {
    const context = await newContext();
    const before = new Set(await rows());
    await send(name, action, context, { ...context.headers[actor], origin: site.origin }, more);
    return (await rows())
      .filter((row) => !before.has(row))
      .map((row) =>
        row
          .replaceAll(newBotOf(context), '<new bot>')
          .replaceAll(context.botId, '<bot>')
          .replace(/(new)?\d{19}@/g, '<person>@')
          .replace(/\b(owner|other|admin|disabled|gone|botless)\d+\b/g, '$1')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
          .replace(/\baccount:[0-9a-f]{64}/g, '<account>')
          .replace(/"\w*hash":"[^"]*"|"last4":"[^"]*"|"day_counts":"[^"]*"/g, '<secret>')
          .replace(/\b1[5-9]\d{11}\b/g, '<time>')
          .replace(/"id":\d+/g, '<number>'),
      )
      .sort();
  }

  /** The form fields that an action's file reads; they may have an effect. */
  const readBy = (name: string) =>
    new Set(
      [
        ...readFileSync(name.split('#')[0] ?? '', 'utf8').matchAll(/(?:field|numberIn|has)\(form, '(\w+)'/g),
      ].map(([, read]) => read),
    );

  const done = Object.entries(ACTIONS).flatMap(([name, action]) =>
    action.allowed.map((actor) => [name, actor, action] as const),
  );
  test.each(done)('%s by %s', async (name, actor, action) => {
    const own = readBy(name);
    const more = Object.fromEntries(
      namesOf(columns)
        .filter((column) => !own.has(column))
        .map((column) => [column, EXTREMES[column.length % EXTREMES.length] ?? '1']),
    );
    expect(Object.keys(more).length).toBeGreaterThan(30);
    expect(await effectOf(name, action, actor, more)).toEqual(await effectOf(name, action, actor, {}));
  });
});

const EXTREMES = ['1', 'admin', 'business', '0', '9999999999999', 'null', ''];

test('every server action of the build has its row', () => {
  expect(new Set(ids.keys())).toEqual(new Set(Object.keys(ACTIONS)));
});
