import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '@/lib/services/ports';
import { ACTORS, type Actor, type Stage, setStage } from '@/tests/support/actors';
import { columnsOf, namesOf } from '@/tests/support/columns';
import { type Hand, openHand } from '@/tests/support/process/hand';
import { actionIds, actionRequest } from '@/tests/support/server-action';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

/** Who may do what by a server action, judged by what it left in the database. An action without a row fails the last test. */

type Action = {
  /** The page that its form stands on. */
  readonly page: (stage: Stage) => string;
  readonly form: (stage: Stage) => Record<string, string>;
  /** Whether it was done. */
  readonly isDone: (tables: Tables, stage: Stage) => Promise<boolean>;
  readonly allowed: readonly Actor[];
};

const OF_THE_BOT = ['owner', 'admin'] as const;
const ADMIN = ['admin'] as const;
const NEW_BOT = '1383746529000000001';

/** Each stage has its own new things, so that no test sees another's. */
const newBotOf = ({ botId }: Stage) => NEW_BOT.slice(0, 10) + botId.slice(10);
const newEmailOf = ({ botId }: Stage) => `new${botId}@example.org`;

const keysOf = (tables: Tables, { botId }: Stage) => tables.keys.listOfBot(botId);

const ACTIONS: Record<string, Action> = {
  'app/actions/bots.ts#createBotAction': {
    page: () => '/admin/bots',
    form: (stage) => ({ id: newBotOf(stage), name: 'New', owner: stage.ownerEmail, plan: 'free' }),
    isDone: async (tables, stage) => (await tables.bots.findById(newBotOf(stage))) !== null,
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
    form: (stage) => ({ email: newEmailOf(stage), name: '', role: 'admin', password: PASSWORD }),
    isDone: async (tables, stage) => (await tables.users.findByEmail(newEmailOf(stage))) !== null,
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
    isDone: async (tables, { ownerId }) => (await tables.sessions.listOfUser(ownerId)).length === 0,
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
    isDone: async (tables, stage) => (await keysOf(tables, stage)).length === 2,
    allowed: OF_THE_BOT,
  },
  'app/actions/keys.ts#rotateKeyAction': {
    page: ({ botId }) => `/bots/${botId}/keys`,
    form: ({ keyId }) => ({ keyId, overlap: '24h' }),
    isDone: async (tables, stage) => (await keysOf(tables, stage)).length === 2,
    allowed: OF_THE_BOT,
  },
  'app/actions/keys.ts#revokeKeyAction': {
    page: ({ botId }) => `/bots/${botId}/keys`,
    form: ({ keyId }) => ({ keyId }),
    isDone: async (tables, stage) => (await keysOf(tables, stage))[0]?.revokedAtMs !== null,
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
    // Judged for the owner: no one else's request may touch the owner's sessions.
    isDone: async (tables, { ownerId }) => (await tables.sessions.listOfUser(ownerId)).length === 0,
    allowed: ['owner'],
  },
  'app/actions/account.ts#signOutEverywhereAction': {
    page: () => '/account',
    form: () => ({}),
    isDone: async (tables, { ownerId }) => (await tables.sessions.listOfUser(ownerId)).length === 0,
    allowed: ['owner'],
  },
  'app/setup/actions.ts#setUp': {
    page: () => '/setup',
    form: (stage) => ({ token: 'guessed', email: newEmailOf(stage), password: PASSWORD }),
    isDone: async (tables, stage) => (await tables.users.findByEmail(newEmailOf(stage))) !== null,
    allowed: [],
  },
};

const ids = actionIds();

let site: Site;
/** A person without bots for each stage, by the stage's bot. */
const botlessOf = new Map<string, string>();
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function newStage(): Promise<Stage> {
  const stage = await setStage(site);
  const { id } = await makePerson(site, `botless${stage.botId}@example.org`, 'owner');
  botlessOf.set(stage.botId, id);
  return stage;
}

/** Sends an action as a page of the site does: the state before, then the form. */
async function send(
  name: string,
  action: Action,
  stage: Stage,
  headers: Record<string, string>,
  more: Record<string, string> = {},
) {
  const request = actionRequest(ids.get(name) ?? '', { ...more, ...action.form(stage) }, headers);
  const answer = await fetch(site.origin + action.page(stage), request);
  await answer.arrayBuffer();
  expect(answer.status).toBeLessThan(500);
}

const isDone = (action: Action, stage: Stage) =>
  site.ports.directory.read((tables) => action.isDone(tables, stage));

describe.each(Object.entries(ACTIONS))('%s', (name, action) => {
  test.each(ACTORS)('by %s', async (actor) => {
    const stage = await newStage();
    expect(await isDone(action, stage)).toBe(false);
    await send(name, action, stage, { ...stage.headers[actor], origin: site.origin });
    expect(await isDone(action, stage)).toBe(action.allowed.includes(actor));
  });

  test('is refused from another site, from null, and without Origin', async () => {
    const stage = await newStage();
    for (const actor of action.allowed) {
      for (const origin of ['https://evil.example', 'null', `${site.origin}.evil.example`]) {
        await send(name, action, stage, { ...stage.headers[actor], origin });
      }
      await send(name, action, stage, stage.headers[actor]);
    }
    expect(await isDone(action, stage)).toBe(false);
  });
});

describe('every column of the database as a field of a form changes nothing', () => {
  let hand: Hand;
  let columns: ReadonlyMap<string, string[]>;
  beforeAll(async () => {
    hand = openHand(site.databaseUrl);
    columns = await columnsOf(hand, !site.databaseUrl.startsWith('file:'));
  });
  afterAll(() => hand.close());

  /** Every row of every table, without what differs from stage to stage. */
  async function rows(): Promise<string[]> {
    const all = await Promise.all(
      [...columns.keys()].map(async (table) =>
        (await hand.rows<object>(`SELECT * FROM ${table}`)).map((row) => `${table} ${JSON.stringify(row)}`),
      ),
    );
    return all.flat();
  }

  /** What an action added and changed. */
  async function effectOf(name: string, action: Action, actor: Actor, more: Record<string, string>) {
    const stage = await newStage();
    const before = new Set(await rows());
    await send(name, action, stage, { ...stage.headers[actor], origin: site.origin }, more);
    return (await rows())
      .filter((row) => !before.has(row))
      .map((row) =>
        row
          .replaceAll(newBotOf(stage), '<new bot>')
          .replaceAll(stage.botId, '<bot>')
          .replace(/(new)?\d{19}@/g, '<person>@')
          .replace(/\b(owner|other|admin|disabled|gone|botless)\d+\b/g, '$1')
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
          .replace(/"\w*hash":"[^"]*"|"last4":"[^"]*"|"day_counts":"[^"]*"/g, '<secret>')
          .replace(/\b1[5-9]\d{11}\b/g, '<time>')
          .replace(/"id":\d+/g, '<number>'),
      )
      .sort();
  }

  /** The fields that an action's file reads: what they do is theirs to say. */
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
