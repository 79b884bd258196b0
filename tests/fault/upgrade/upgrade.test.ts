import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '@/lib/data/migrations/all';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { killPlaces, overWire, traced, tripsToKillAt } from '../../support/fault/killed-commands';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, databaseUrlOf, settingsFor } from '../../support/process/database-url';
import { openHand } from '../../support/process/hand';
import { ROOT } from '../../support/process/service';
import { openShell } from '../../unit/cli/run';

const KILLS = size(8, 50);
const SCHEMAS = MIGRATIONS.map(({ version }) => version);
/** Any command opens the database, and thereby migrates it. */
const COMMAND = ['user', 'list', '--json'];

const folder = mkdtempSync(join(tmpdir(), 'botmeter-upgrade-'));
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const fixture = (kind: 'sqlite' | 'postgres', version: number) =>
  readFileSync(join(ROOT, `tests/fault/upgrade/fixtures/${kind}-${version}.sql`), 'utf8');

const invocation = (database: string) => ({ args: COMMAND, env: settingsFor(database) });
const migrate = (database: string) => openShell(settingsFor(database), true).botmeter(COMMAND);

/** All rows of the tables that the oldest schema has. */
async function rowsOf(database: string): Promise<unknown> {
  const hand = openHand(databaseUrlOf(database));
  try {
    const tables = ['users', 'bots', 'api_keys', 'audit_log'].map(
      (name) => `SELECT * FROM ${name} ORDER BY id`,
    );
    const reports = 'SELECT * FROM reports ORDER BY bot_id, at_ms, number';
    return await Promise.all([...tables, reports].map((sql) => hand.rows(sql)));
  } finally {
    await hand.close();
  }
}

async function versionsOf(database: string): Promise<number[]> {
  const hand = openHand(databaseUrlOf(database));
  try {
    const sql = 'SELECT version FROM schema_migrations ORDER BY version';
    return (await hand.rows<{ version: number }>(sql)).map(({ version }) => version);
  } finally {
    await hand.close();
  }
}

async function expectUpgraded(database: string, before: unknown): Promise<void> {
  expect(await migrate(database)).toMatchObject({ status: 0, stderr: '' });
  expect(await versionsOf(database)).toEqual(SCHEMAS);
  expect(await rowsOf(database)).toEqual(before);
  const hand = openHand(databaseUrlOf(database));
  expect(await hand.integrity()).toBe('ok');
  await hand.close();
}

function sqliteAt(version: number): string {
  const file = join(folder, `schema-${version}.db`);
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  database.exec(fixture('sqlite', version));
  database.close();
  return file;
}

async function postgresAt(version: number): Promise<string> {
  const url = await createDatabase(postgres.url);
  const client = new pg.Client(url);
  await client.connect();
  await client.query(fixture('postgres', version));
  await client.end();
  return url;
}

describe.each(SCHEMAS)('a database of schema %i', (version) => {
  it('is brought up to date with every row as it was, on SQLite', async () => {
    const file = sqliteAt(version);
    await expectUpgraded(file, await rowsOf(file));
    rmSync(file);
  });

  it('is brought up to date with every row as it was, on PostgreSQL', async () => {
    const url = await postgresAt(version);
    await expectUpgraded(url, await rowsOf(url));
  });
});

it(`a migration of SQLite killed at ${KILLS} of its system calls and run again loses nothing`, {
  timeout: 900_000,
}, async () => {
  const random = randomFrom(SEED);
  const old = sqliteAt(1);
  const before = await rowsOf(old);
  const whole = join(folder, 'whole.db');
  copyFileSync(old, whole);
  const { calls } = await traced(invocation(whole), whole);
  expect(calls.length).toBeGreaterThan(10);
  let killed = 0;
  for (const [i, killAt] of killPlaces(calls, KILLS, random).entries()) {
    const file = join(folder, `killed-${i}.db`);
    copyFileSync(old, file);
    const { signal } = await traced(invocation(file), file, killAt);
    if (signal === 'SIGKILL') killed++;
    await expectUpgraded(file, before);
  }
  expect(killed).toBeGreaterThan(KILLS / 2);
  figure(
    'Upgrade',
    `a migration of SQLite killed at ${KILLS} of its system calls`,
    `${killed} killed, 0 rows lost`,
  );
});

it(`a migration of PostgreSQL killed after ${KILLS} of its round trips and run again loses nothing`, {
  timeout: 900_000,
}, async () => {
  const random = randomFrom(SEED + 1);
  const { roundTrips } = await overWire(await postgresAt(1), invocation);
  expect(roundTrips).toBeGreaterThan(10);
  let killed = 0;
  for (const killAt of tripsToKillAt(roundTrips, KILLS, random)) {
    const url = await postgresAt(1);
    const before = await rowsOf(url);
    const { signal } = await overWire(url, invocation, killAt);
    if (signal === 'SIGKILL') killed++;
    await expectUpgraded(url, before);
  }
  expect(killed).toBeGreaterThan(KILLS / 2);
  figure(
    'Upgrade',
    `a migration of PostgreSQL killed at ${KILLS} of its round trips`,
    `${killed} killed, 0 rows lost`,
  );
});
