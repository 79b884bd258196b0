import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '@/lib/data/migrations/all';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { killPoints, roundTripsToKillAt, throughProxy, traced } from '../../support/fault/trace-commands';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, databaseUrlOf, settingsFor } from '../../support/process/database-url';
import { openRawDatabase } from '../../support/process/raw-database';
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
  const rawDatabase = openRawDatabase(databaseUrlOf(database));
  try {
    const tables = ['users', 'bots', 'api_keys', 'audit_log'].map(
      (name) => `SELECT * FROM ${name} ORDER BY id`,
    );
    const reports = 'SELECT * FROM reports ORDER BY bot_id, at_ms, number';
    return await Promise.all([...tables, reports].map((sql) => rawDatabase.rows(sql)));
  } finally {
    await rawDatabase.close();
  }
}

async function versionsOf(database: string): Promise<number[]> {
  const rawDatabase = openRawDatabase(databaseUrlOf(database));
  try {
    const sql = 'SELECT version FROM schema_migrations ORDER BY version';
    return (await rawDatabase.rows<{ version: number }>(sql)).map(({ version }) => version);
  } finally {
    await rawDatabase.close();
  }
}

async function expectUpgraded(database: string, before: unknown): Promise<void> {
  expect(await migrate(database)).toMatchObject({ status: 0, stderr: '' });
  expect(await versionsOf(database)).toEqual(SCHEMAS);
  // Every column that was there: a migration may add some.
  expect(await rowsOf(database)).toMatchObject(before as object);
  const rawDatabase = openRawDatabase(databaseUrlOf(database));
  expect(await rawDatabase.integrity()).toBe('ok');
  await rawDatabase.close();
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

describe('sign-ins and denials of schema 3', () => {
  const HOUR = 1_794_996_000_000;
  const MARKUP = '<img src=x onerror=alert(1)>';
  const entries = [
    [HOUR, 'user-1', 'sign-in', 'user-1', { method: 'discord', address: '192.0.2.1' }],
    [HOUR + 2, 'user-1', 'sign-in', 'user-1', { method: 'password', address: '2001:db8::2' }],
    [HOUR + 1, 'user-1', 'sign-in', 'user-1', { method: 'discord', address: '192.0.2.3' }],
    [HOUR + 3_600_000, 'user-1', 'sign-in', 'user-1', { method: 'password', address: MARKUP }],
    [HOUR, 'anonymous', 'sign-in.refuse', 'unknown', { address: '192.0.2.4' }],
    [HOUR, 'user-2', 'deny', 'bot.create', null],
    [HOUR + 1, 'user-2', 'deny', 'key.create', null],
    [HOUR, 'anonymous', 'deny', 'bot.create', null],
  ] as const;
  const moved = [
    [HOUR, 'deny', 'anonymous', 1, HOUR, 'bot.create', ''],
    [HOUR, 'deny', 'user-2', 2, HOUR + 1, 'key.create', ''],
    [HOUR, 'sign-in', 'user-1', 3, HOUR + 2, 'password', '2001:db8::2'],
    [HOUR, 'sign-in.refuse', 'unknown', 1, HOUR, 'password', '192.0.2.4'],
    [HOUR + 3_600_000, 'sign-in', 'user-1', 1, HOUR + 3_600_000, 'password', ''],
  ];

  it.each([
    ['SQLite', async () => sqliteAt(3)],
    ['PostgreSQL', () => postgresAt(3)],
  ])('move to the access log, all counted, and every change stays, on %s', async (_, make) => {
    const database = await make();
    const before = await rowsOf(database);
    const rawDatabase = openRawDatabase(databaseUrlOf(database));
    for (const [atMs, actor, action, subject, after] of entries) {
      const json = after === null ? 'NULL' : `'${JSON.stringify(after)}'`;
      await rawDatabase.run(
        `INSERT INTO audit_log (at_ms, actor, action, subject, after_json) VALUES (?, ?, ?, ?, ${json})`,
        ...[atMs, actor, action, subject],
      );
    }
    await expectUpgraded(database, before);
    const rows = await rawDatabase.rows<Record<string, unknown>>(
      `SELECT hour_ms, kind, subject, count, last_at_ms, last_detail, last_address FROM access_log
       ORDER BY hour_ms, kind, subject`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual(moved);
    await expect(rawDatabase.run('DELETE FROM audit_log')).rejects.toThrow('append-only');
    await expect(rawDatabase.run("UPDATE audit_log SET actor = 'x'")).rejects.toThrow('append-only');
    await rawDatabase.close();
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
  for (const [i, killAt] of killPoints(calls, KILLS, random).entries()) {
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
  const { roundTrips } = await throughProxy(await postgresAt(1), invocation);
  expect(roundTrips).toBeGreaterThan(10);
  let killed = 0;
  for (const killAt of roundTripsToKillAt(roundTrips, KILLS, random)) {
    const url = await postgresAt(1);
    const before = await rowsOf(url);
    const { signal } = await throughProxy(url, invocation, killAt);
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
