import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { findProblems } from '@/lib/data/check';
import { MIGRATIONS } from '@/lib/data/migrations/all';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { figure, size } from '../../support/fault/campaign';
import { killRuns } from '../../support/fault/commands';
import { dumpOf, olderSchema, RELEASED } from '../../support/fault/older-schema';
import { suiteFolder } from '../../support/fault/serve';
import {
  createDatabase,
  databaseUrlOf,
  queryPostgres,
  settingsFor,
} from '../../support/process/database-url';
import { openServices } from '../../support/process/open-services';
import { openRawDatabase, type RawDatabase } from '../../support/process/raw-database';

const KILLS = size(3, 50);
const SCHEMAS = MIGRATIONS.map(({ version }) => version);
/** Every command opens the database, as the service does, and thereby migrates it. */
const COMMAND = ['user', 'list', '--json'];

const folder = suiteFolder();

async function inDatabase<R>(database: string, work: (raw: RawDatabase) => Promise<R>): Promise<R> {
  const raw = openRawDatabase(databaseUrlOf(database));
  try {
    return await work(raw);
  } finally {
    await raw.close();
  }
}

/** All rows of the tables that the oldest schema has. */
const rowsOf = (database: string): Promise<unknown> =>
  inDatabase(database, (raw) => {
    const tables = ['users', 'bots', 'api_keys', 'audit_log'].map(
      (name) => `SELECT * FROM ${name} ORDER BY id`,
    );
    const reports = 'SELECT * FROM reports ORDER BY bot_id, at_ms, number';
    return Promise.all([...tables, reports].map((sql) => raw.rows(sql)));
  });

const migrate = async (database: string) => (await openServices(database)).close();
const problemsOf = (database: string) =>
  findProblems(
    database.startsWith('postgres')
      ? { kind: 'postgres', url: database }
      : { kind: 'sqlite', file: database },
    () => true,
  );

async function expectUpgraded(database: string, before: unknown): Promise<void> {
  await migrate(database);
  expect(await problemsOf(database)).toEqual([]);
  await inDatabase(database, async (raw) => {
    const versions = await raw.rows<{ version: number }>(
      'SELECT version FROM schema_migrations ORDER BY version',
    );
    expect(versions.map(({ version }) => version)).toEqual(SCHEMAS);
    expect(await raw.integrity()).toBe('ok');
  });
  // Every column of the old schema; a migration may add some.
  expect(await rowsOf(database)).toMatchObject(before as object);
}

let files = 0;
/** A new database of an older schema. */
const KINDS = [
  [
    'SQLite',
    async (version: number, schema = olderSchema) => {
      const file = join(folder, `${++files}.db`);
      const database = new SqliteDatabase(file);
      database.pragma('journal_mode = WAL');
      database.exec(schema('sqlite', version)).close();
      return file;
    },
  ],
  [
    'PostgreSQL',
    async (version: number, schema = olderSchema) => {
      const url = await createDatabase(inject('postgresUrl'));
      await queryPostgres(url, schema('postgres', version));
      return url;
    },
  ],
] as const;

const HOUR = 1_794_996_000_000;
const LAST_REPORT_MS = 1_795_000_000_000;
const MARKUP = '<img src=x onerror=alert(1)>';
/** Sign-ins and denials in the audit log of schema 3, and their rows in the access log. */
const ENTRIES = [
  [HOUR, 'user-1', 'sign-in', 'user-1', { method: 'discord', address: '192.0.2.1' }],
  [HOUR + 2, 'user-1', 'sign-in', 'user-1', { method: 'password', address: '2001:db8::2' }],
  [HOUR + 1, 'user-1', 'sign-in', 'user-1', { method: 'discord', address: '192.0.2.3' }],
  [HOUR + 3_600_000, 'user-1', 'sign-in', 'user-1', { method: 'password', address: MARKUP }],
  [HOUR, 'anonymous', 'sign-in.refuse', 'unknown', { address: '192.0.2.4' }],
  [HOUR, 'user-2', 'deny', 'bot.create', null],
  [HOUR + 1, 'user-2', 'deny', 'key.create', null],
  [HOUR, 'anonymous', 'deny', 'bot.create', null],
] as const;
const MOVED = [
  [HOUR, 'deny', 'anonymous', 1, HOUR, 'bot.create', ''],
  [HOUR, 'deny', 'user-2', 2, HOUR + 1, 'key.create', ''],
  [HOUR, 'sign-in', 'user-1', 3, HOUR + 2, 'password', '2001:db8::2'],
  [HOUR, 'sign-in.refuse', 'unknown', 1, HOUR, 'password', '192.0.2.4'],
  [HOUR + 3_600_000, 'sign-in', 'user-1', 1, HOUR + 3_600_000, 'password', ''],
];

describe.each(KINDS)('on %s', (kind, databaseAt) => {
  it.each(SCHEMAS)('a database of schema %i is migrated with every row as it was', async (version) => {
    const database = await databaseAt(version);
    // PostgreSQL is compared with what the migrations of today make; a file also with those of its version.
    if (kind === 'SQLite') expect(await problemsOf(database)).toEqual([]);
    await expectUpgraded(database, await rowsOf(database));
  });

  it.each(RELEASED)('so is the dump of a released version, of schema %i', async (version) => {
    const database = await databaseAt(version, dumpOf);
    if (kind === 'SQLite') expect(await problemsOf(database)).toEqual([]);
    await expectUpgraded(database, await rowsOf(database));
  });

  it('the last report of schema 6 shows until when an instance was serving', async () => {
    const database = await databaseAt(6);
    await migrate(database);
    await inDatabase(database, async (raw) => {
      const rows = await raw.rows('SELECT from_ms, until_ms FROM serving_times');
      expect(rows).toEqual([{ from_ms: 0, until_ms: LAST_REPORT_MS }]);
    });
  });

  it('sign-ins and denials of schema 3 move to the access log, and changes stay in the audit log', async () => {
    const database = await databaseAt(3);
    const before = await rowsOf(database);
    await inDatabase(database, async (raw) => {
      for (const [atMs, actor, action, subject, after] of ENTRIES) {
        const json = after === null ? 'NULL' : `'${JSON.stringify(after)}'`;
        await raw.run(
          `INSERT INTO audit_log (at_ms, actor, action, subject, after_json) VALUES (?, ?, ?, ?, ${json})`,
          atMs,
          actor,
          action,
          subject,
        );
      }
      await expectUpgraded(database, before);
      const rows = await raw.rows<Record<string, unknown>>(
        `SELECT hour_ms, kind, subject, count, last_at_ms, last_detail, last_address FROM access_log
         ORDER BY hour_ms, kind, subject`,
      );
      expect(rows.map((row) => Object.values(row))).toEqual(MOVED);
      await expect(raw.run('DELETE FROM audit_log')).rejects.toThrow('append-only');
      await expect(raw.run("UPDATE audit_log SET actor = 'x'")).rejects.toThrow('append-only');
    });
  });
});

it.each(KINDS)(
  `a migration of %s killed at ${KILLS} points and run again loses nothing`,
  { timeout: 900_000 },
  async (kind, databaseAt) => {
    const before = await rowsOf(await databaseAt(1));
    const killed = await killRuns({
      kills: KILLS,
      make: () => databaseAt(1),
      invoke: (database) => ({ args: COMMAND, env: settingsFor(database) }),
      after: (database) => expectUpgraded(database, before),
    });
    const points = kind === 'SQLite' ? 'system calls' : 'round trips';
    figure(
      'Upgrade',
      `a migration of ${kind} killed at ${KILLS} of its ${points}`,
      `${killed} killed, 0 rows lost`,
    );
  },
);
