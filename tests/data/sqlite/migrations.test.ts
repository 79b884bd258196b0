import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS, pendingMigrations } from '@/lib/data/migrations/all';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import {
  inspect,
  makeDatabase,
  openInProcesses,
  type Scratch,
  scratch,
  tablesOf,
  versionsOf,
} from '@/tests/support/data/sqlite-files';

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

const VERSIONS = MIGRATIONS.map(({ version }) => version);
const SCHEMA_TABLE =
  'CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT)';
const CORE = MIGRATIONS[0]?.sqlite ?? [];
/** The statements that create a database with the schema of version 1. */
const FIRST_VERSION = [
  'PRAGMA journal_mode = WAL',
  SCHEMA_TABLE,
  ...CORE,
  "INSERT INTO schema_migrations VALUES (1, 'core', '')",
];

describe('the schema', () => {
  it('has migrations numbered 1, 2, 3, … without gaps', () => {
    expect(VERSIONS).toEqual(MIGRATIONS.map((_, i) => i + 1));
    expect(new Set(MIGRATIONS.map(({ name }) => name)).size).toBe(MIGRATIONS.length);
  });

  it('is created in a new file, in a folder that only its owner may enter', () => {
    const file = join(place.folder, 'new', 'folder', 'botmeter.db');
    openSqlite(file).close();
    expect(versionsOf(file)).toEqual(VERSIONS);
    expect(tablesOf(file)).toEqual(
      expect.arrayContaining(['api_keys', 'audit_log', 'bots', 'reports', 'users']),
    );
    expect(statSync(join(place.folder, 'new', 'folder')).mode & 0o777).toBe(0o700);
  });

  it('is created in an empty file too, and a second start does not change a byte', () => {
    writeFileSync(place.file, '');
    openSqlite(place.file).close();
    expect(versionsOf(place.file)).toEqual(VERSIONS);
    const before = readFileSync(place.file);
    openSqlite(place.file).close();
    expect(readFileSync(place.file).equals(before)).toBe(true);
  });

  it('of an earlier version is migrated and keeps its data', () => {
    const user = "INSERT INTO users VALUES ('u1', 'ann@example.org', 'Ann', 'admin', NULL, NULL, 5)";
    makeDatabase(place.file, [...FIRST_VERSION, user]);
    openSqlite(place.file).close();
    expect(versionsOf(place.file)).toEqual(VERSIONS);
    expect(inspect(place.file, (db) => db.prepare('SELECT email FROM users').pluck().all())).toEqual([
      'ann@example.org',
    ]);
  });

  it('is unchanged after a migration that failed halfway, and the next start succeeds without the cause', () => {
    // The second migration creates its first tables and then fails at one that exists already.
    makeDatabase(place.file, [...FIRST_VERSION, 'CREATE TABLE identities (in_the_way INTEGER)']);
    const former = tablesOf(place.file);
    expect(() => openSqlite(place.file)).toThrow(/cannot be used: table identities already exists/);
    expect(tablesOf(place.file)).toEqual(former);
    expect(versionsOf(place.file)).toEqual([1]);
    makeDatabase(place.file, ['DROP TABLE identities']);
    openSqlite(place.file).close();
    expect(versionsOf(place.file)).toEqual(VERSIONS);
  });

  it.each([
    ['created', 'a new file', 6, []],
    ['migrated', 'an earlier version', 4, FIRST_VERSION],
  ])('is %s once when several processes start on %s at once', async (_, _file, count, statements) => {
    if (statements.length > 0) makeDatabase(place.file, statements);
    expect(await openInProcesses(place.folder, place.file, count)).toEqual(Array(count).fill('opened'));
    expect(versionsOf(place.file)).toEqual(VERSIONS);
  });
});

describe('the pending migrations', () => {
  it.each([
    [0, VERSIONS],
    [1, VERSIONS.slice(1)],
    [VERSIONS.length, []],
  ])('at version %i are %j', (version, pending) => {
    expect(pendingMigrations(version).map((m) => m.version)).toEqual(pending);
  });

  it('at a version beyond the newest are refused with both versions', () => {
    expect(() => pendingMigrations(VERSIONS.length + 1)).toThrow(
      new RegExp(`version ${VERSIONS.length + 1}, this program knows up to ${VERSIONS.length}`),
    );
  });
});

describe('every connection is durable', () => {
  it('has WAL, synchronous FULL and foreign keys, and never waits inside SQLite', () => {
    for (const database of [openSqlite(place.file), connect(place.file)]) {
      const pragma = (name: string) => database.pragma(name, { simple: true });
      expect({
        journal: pragma('journal_mode'),
        synchronous: pragma('synchronous'),
        foreignKeys: pragma('foreign_keys'),
        busyTimeout: pragma('busy_timeout'),
      }).toEqual({ journal: 'wal', synchronous: 2, foreignKeys: 1, busyTimeout: 0 });
      database.close();
    }
  });

  it('or refused: a database in memory has no WAL', () => {
    expect(() => connect(':memory:')).toThrow(/did not accept journal_mode = WAL/);
  });
});
