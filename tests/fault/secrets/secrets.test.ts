import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { type FakeDiscord, startDiscord } from '@/tests/support/discord';
import { figure } from '@/tests/support/fault/campaign';
import { type MailServer, startMailServer } from '@/tests/support/mail-server';
import { openRawDatabase, type RawDatabase } from '@/tests/support/process/raw-database';
import { type Service, stopService } from '@/tests/support/process/service';
import { testFolder, testService } from '@/tests/support/process/test-resources';
import { startHttpReceiver } from '@/tests/support/webhook-receivers';
import { type Canary, type ChosenSecrets, chosenSecrets, neverShown } from './canaries';
import { commandKeys, commandsOn, commandVoteSources, commandWebhooks, handleBackups } from './commands';
import { Evidence } from './evidence';
import {
  callWith,
  type Host,
  handleKeys,
  OWNER,
  peopleOf,
  sendWhileFailing,
  setUpAccounts,
  signInWithDiscord,
  useLinks,
  useMails,
  visitEverything,
} from './tour';

const SETUP_LINE = /^\{.*"Create the first admin at http:\/\/\S+\/setup\?token=([\w-]{43})"\}$/m;

/**
 * The set-up page has the token in its form. Next repeats the requested URL in a page's payload and in a redirect, also
 * when the token has been used and is invalid.
 */
const SETUP_PAGE = ['the set-up page', 'the used set-up page'].flatMap((page) =>
  [`${page}, body`, `${page} (RSC), header`, `${page} (RSC), body`].map((place) => `anonymous: GET ${place}`),
);

/** Every kind of error that the log must contain, so that the search covers it. */
const LOGGED_ERRORS = [
  /a call failed/,
  /an action failed/,
  /"route":"\/api\/dashboard\/bots"[^\n]*"status":500/,
  /"digest":/,
];

let discord: FakeDiscord;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.stop());

const environmentOf = (
  database: TestDatabase,
  { AUTH_SECRET, METRICS_TOKEN, DISCORD_CLIENT_SECRET, smtpPassword }: ChosenSecrets,
  mail: MailServer,
) => ({
  AUTH_SECRET,
  METRICS_TOKEN,
  DISCORD_CLIENT_SECRET,
  DATABASE_URL: database.databaseUrl,
  DISCORD_CLIENT_ID: 'client',
  DISCORD_ORIGIN: discord.origin,
  ...mail.env,
  // The address under which the visitors come.
  APP_URL: `http://127.0.0.1:${mail.env.PORT}`,
  SMTP_URL: `smtp://user:${encodeURIComponent(smtpPassword)}@127.0.0.1:${mail.port}`,
  LOG_LEVEL: 'trace',
});

/** Adds the server's output; the line with the set-up link, which may show its token, separately. */
function addLog(evidence: Evidence, service: Service): void {
  const [line = ''] = SETUP_LINE.exec(service.output()) ?? [];
  if (line !== '') evidence.add('the line with the set-up link', line);
  evidence.add('log', service.output().replace(line, ''));
}

const addContents = async (evidence: Evidence, database: TestDatabase) => {
  for (const [name, content] of await database.contents()) evidence.add(name, content);
};

/** Uses every part of a service; returns everything it showed and stored, and its secrets. */
async function useService(database: TestDatabase, copyTo: string, restoreTo: string, chosen: ChosenSecrets) {
  const evidence = new Evidence();
  const folder = testFolder();
  const mail = await startMailServer({ onAuth: (_, __, done) => done(null, { user: 'user' }) });
  onTestFinished(() => mail.stop());
  const receiver = await startHttpReceiver();
  onTestFinished(() => receiver.stop());
  const env = { ...environmentOf(database, chosen, mail), WEBHOOK_ALLOW: receiver.host };
  const port = Number(mail.env.PORT);
  const service = await testService({ databaseFile: join(folder, 'unused.db'), env, port });
  const setupToken = SETUP_LINE.exec(service.output())?.[1] ?? '';
  const host: Host = { origin: `http://127.0.0.1:${service.port}`, port: service.port, chosen, evidence };
  const people = peopleOf(host);
  await setUpAccounts(host, people, setupToken);
  const botmeter = commandsOn(evidence, env);
  const webhooks = [
    ...(await commandWebhooks(botmeter, receiver.origin)),
    ...(await commandVoteSources(botmeter, evidence, host.origin)),
  ];
  const keys = [...(await handleKeys(people)), ...(await commandKeys(botmeter, chosen.newPassword))];
  const links = [...(await useLinks(host, people)), ...(await useMails(host, people, mail, keys))];
  await people.owner.signIn(OWNER, chosen.newPassword);
  await signInWithDiscord(host, people);
  await callWith(host, people, keys[2]?.value ?? '');
  await visitEverything(host, people);
  await addContents(evidence, database);

  // The webhook's test, the address for Discord's messages, and the events of keys.
  expect((await receiver.received(3)).length).toBeGreaterThanOrEqual(3);
  const release = await database.hold();
  expect(await sendWhileFailing(host, people, keys[2]?.value ?? '')).toEqual([503, 503]);
  await release();
  for (const table of ['bots', 'sessions'])
    await database.run(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  expect(await sendWhileFailing(host, people, keys[2]?.value ?? '')).toEqual([500, 500]);
  for (const table of ['bots', 'sessions'])
    await database.run(`ALTER TABLE ${table}_away RENAME TO ${table}`);

  const backup = join(folder, 'backup.db');
  await handleBackups(botmeter, backup, copyTo);
  evidence.add('backup', readFileSync(backup));
  const restore = commandsOn(evidence, { ...env, DATABASE_URL: restoreTo });
  expect((await restore(['restore', backup])).status).toBe(0);

  for (const who of Object.values(people)) await who.signOut();
  await stopService(service);
  for (const error of LOGGED_ERRORS) expect(service.output()).toMatch(error);
  // Next logs this when its request to itself fails.
  expect(service.output()).not.toContain('fetch failed');
  await addContents(evidence, database);
  addLog(evidence, service);
  evidence.addBuild('.');
  const sessions = await Promise.all(Object.values(people).map((who) => who.sessions(chosen.AUTH_SECRET)));
  const shownAt = ['the line with the set-up link', ...SETUP_PAGE];
  const setup = { name: 'set-up token', value: setupToken, shownAt };
  return {
    evidence,
    canaries: [...neverShown(chosen), ...keys, ...webhooks, ...links, ...sessions.flat(), setup],
  };
}

/** Asserts that each canary is found exactly where it may be shown, which also proves that the search works. */
function expectHidden(evidence: Evidence, canaries: readonly Canary[], database: string): void {
  const shown = canaries.flatMap(({ name, shownAt }) => shownAt.map((place) => `${name}: ${place}`));
  expect(evidence.findAll(canaries)).toEqual([...new Set(shown)].sort());
  const { pieces, bytes } = evidence.size;
  figure(
    'Secrets',
    `in everything that the service sends, prints and stores, ${database}`,
    `0 hits; ${canaries.length} secrets, ${pieces} pieces of ${Math.round(bytes / 1e6)} MB in all`,
  );
}

/** For what hangs: a busy machine takes minutes. */
const TIMEOUT = { timeout: 900_000 };

it('no secret shows where it does not belong, with SQLite', TIMEOUT, async () => {
  const chosen = chosenSecrets();
  const folder = testFolder();
  const copy = await postgresDatabase(inject('postgresUrl'), 'copy', chosen.databasePassword);
  const database = sqliteDatabase(join(folder, 'botmeter.db'));
  const restoreTo = `file:${join(folder, 'restored.db')}`;
  const { evidence, canaries } = await useService(database, copy.databaseUrl, restoreTo, chosen);
  await addContents(evidence, copy);
  expectHidden(evidence, canaries, 'SQLite');
});

it('no secret shows where it does not belong, with PostgreSQL', TIMEOUT, async () => {
  const chosen = chosenSecrets();
  const copy = join(testFolder(), 'copy.db');
  const database = await postgresDatabase(inject('postgresUrl'), 'served', chosen.databasePassword);
  const restored = await postgresDatabase(inject('postgresUrl'), 'restored', chosen.databasePassword);
  const { evidence, canaries } = await useService(database, `file:${copy}`, restored.databaseUrl, chosen);
  await addContents(evidence, restored);
  evidence.add('copy', readFileSync(copy));
  expectHidden(evidence, canaries, 'PostgreSQL');
});

type Pieces = [place: string, content: string | Buffer][];

/** A database of the product, with direct access to it. */
type TestDatabase = {
  readonly databaseUrl: string;
  /** Blocks all writes until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
  /** Runs SQL in the dialect that both databases have in common. */
  run(sql: string): Promise<void>;
  /** Every row of every table, and on SQLite every file. */
  contents(): Promise<Pieces>;
};

async function inDatabase<R>(databaseUrl: string, work: (raw: RawDatabase) => Promise<R>): Promise<R> {
  const raw = openRawDatabase(databaseUrl);
  try {
    return await work(raw);
  } finally {
    await raw.close();
  }
}

const rowsOf = (databaseUrl: string, tablesSql: string): Promise<Pieces> =>
  inDatabase(databaseUrl, async (raw) => {
    const pieces: Pieces = [];
    for (const { name } of await raw.rows<{ name: string }>(tablesSql)) {
      pieces.push([`rows of ${name}`, JSON.stringify(await raw.rows(`SELECT * FROM ${name}`))]);
    }
    return pieces;
  });

function sqliteDatabase(file: string): TestDatabase {
  const databaseUrl = `file:${file}`;
  return {
    databaseUrl,
    async hold() {
      const raw = openRawDatabase(databaseUrl);
      await raw.holdWrites();
      return raw.close;
    },
    run: (sql) => inDatabase(databaseUrl, (raw) => raw.run(sql)),
    async contents() {
      const rows = await rowsOf(databaseUrl, "SELECT name FROM sqlite_master WHERE type = 'table'");
      const folder = dirname(file);
      const piece = (name: string): Pieces[0] => [`file ${name}`, readFileSync(join(folder, name))];
      return [...rows, ...readdirSync(folder).map(piece)];
    },
  };
}

/** Creates a database; `url` is a superuser's, and the new URL contains `password`. */
async function postgresDatabase(url: string, name: string, password: string): Promise<TestDatabase> {
  const databaseUrl = Object.assign(new URL(url), { pathname: name, password }).href;
  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client(url);
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  await asAdmin(`CREATE DATABASE ${name}`);
  const admit = (isAdmitted: boolean) =>
    asAdmin(
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAdmitted}`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  return {
    databaseUrl,
    async hold() {
      await admit(false);
      return () => admit(true);
    },
    run: (sql) => inDatabase(databaseUrl, (raw) => raw.run(sql)),
    contents: () =>
      rowsOf(databaseUrl, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"),
  };
}
