import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS, pendingMigrations } from '@/lib/data/migrations/all';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import {
  fingerprintOf,
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
/** Creates a database with the schema of version 1. */
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

  it('is made in a new file, in a folder that only its owner may enter', () => {
    const file = join(place.folder, 'new', 'folder', 'botmeter.db');
    openSqlite(file).close();
    expect(versionsOf(file)).toEqual(VERSIONS);
    expect(tablesOf(file)).toEqual(
      expect.arrayContaining(['api_keys', 'audit_log', 'bots', 'reports', 'users']),
    );
    expect(statSync(join(place.folder, 'new', 'folder')).mode & 0o777).toBe(0o700);
  });

  it('is made in an empty file too', () => {
    writeFileSync(place.file, '');
    openSqlite(place.file).close();
    expect(versionsOf(place.file)).toEqual(VERSIONS);
  });

  it('a second start changes nothing, not one byte', () => {
    openSqlite(place.file).close();
    const before = readFileSync(place.file);
    openSqlite(place.file).close();
    expect(readFileSync(place.file).equals(before)).toBe(true);
  });

  it('of an earlier version is brought up to date and keeps what it holds', () => {
    makeDatabase(place.file, [
      ...FIRST_VERSION,
      "INSERT INTO users VALUES ('u1', 'ann@example.org', 'Ann', 'admin', NULL, NULL, 5)",
    ]);
    openSqlite(place.file).close();
    expect(versionsOf(place.file)).toEqual(VERSIONS);
    expect(inspect(place.file, (db) => db.prepare('SELECT email FROM users').pluck().all())).toEqual([
      'ann@example.org',
    ]);
  });

  it('a migration that fails halfway leaves the former schema whole, and the next start succeeds once the cause is gone', () => {
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

  it('is made once when several connections and several processes start on a new file at once', async () => {
    const said = await openInProcesses(place.folder, place.file, 6);
    expect(said).toEqual(Array(6).fill('opened'));
    expect(versionsOf(place.file)).toEqual(VERSIONS);
  });

  it('is brought up to date once when several processes start on an earlier version at once', async () => {
    makeDatabase(place.file, FIRST_VERSION);
    const said = await openInProcesses(place.folder, place.file, 4);
    expect(said).toEqual(Array(4).fill('opened'));
    expect(versionsOf(place.file)).toEqual(VERSIONS);
  });
});

describe('a file that is not this program’s to use is refused and left as it is, to the byte', () => {
  const refuses = (file: string, reason: RegExp) => {
    const before = fingerprintOf(place.folder);
    expect(() => openSqlite(file)).toThrow(reason);
    expect(fingerprintOf(place.folder)).toEqual(before);
  };

  it('a schema that a newer version wrote', () => {
    openSqlite(place.file).close();
    makeDatabase(place.file, [
      `INSERT INTO schema_migrations (version, name) VALUES (${VERSIONS.length + 1}, 'future')`,
    ]);
    refuses(place.file, /newer Botmeter/);
  });

  it('another program’s database', () => {
    makeDatabase(place.file, ['CREATE TABLE photos (id INTEGER)', 'INSERT INTO photos VALUES (1)']);
    refuses(place.file, /another program/);
  });

  it('another program’s database in WAL mode', () => {
    makeDatabase(place.file, ['PRAGMA journal_mode = WAL', 'CREATE TABLE photos (id INTEGER)']);
    refuses(place.file, /another program/);
  });

  it('a file that is no database', () => {
    writeFileSync(place.file, 'These are my notes. '.repeat(500));
    refuses(place.file, /not a database/);
  });

  it('a folder', () => {
    refuses(place.folder, /cannot be used/);
  });

  it('each refusal is one line that names the file', () => {
    writeFileSync(place.file, 'notes'.repeat(1_000));
    try {
      openSqlite(place.file);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toContain(place.file);
      expect(String(error)).not.toContain('\n');
    }
  });
});

describe('what is pending', () => {
  it.each([
    [0, VERSIONS],
    [1, VERSIONS.slice(1)],
    [VERSIONS.length, []],
  ])('at version %i it is %j', (version, pending) => {
    expect(pendingMigrations(version).map((m) => m.version)).toEqual(pending);
  });

  it('at a version beyond the newest it is refused, with both versions named', () => {
    expect(() => pendingMigrations(VERSIONS.length + 1)).toThrow(
      new RegExp(`version ${VERSIONS.length + 1}, this program knows up to ${VERSIONS.length}`),
    );
  });
});

describe('every connection is durable', () => {
  it('reads back WAL, synchronous FULL and foreign keys, and never waits inside SQLite', () => {
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

  it('is refused where SQLite cannot do what is asked: a database in memory has no WAL', () => {
    expect(() => connect(':memory:')).toThrow(/did not accept journal_mode = WAL/);
  });
});
