import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { backUp, restore } from '@/lib/container';
import { findProblems } from '@/lib/data/check';
import { openSqlite } from '@/lib/data/sqlite/open';
import { makeDatabase, type Scratch, scratch } from '../support/data/sqlite-files';
import { olderSchema } from '../support/fault/older-schema';
import { createDatabase } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';

/** What used the quota in a backup: a database with parts of schema 20, and one from before. */

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

const PARTS = 'SELECT * FROM usage_parts ORDER BY bot_id, started_at_ms';
const CURRENT = 'SELECT id, usage_part FROM bots ORDER BY id';
const NUMBERS = 'SELECT hash, number FROM api_keys ORDER BY hash';

async function splitIn(url: string) {
  const raw = openRawDatabase(url);
  const rows = await Promise.all([PARTS, CURRENT, NUMBERS].map((sql) => raw.rows(sql)));
  await raw.close();
  return JSON.parse(JSON.stringify(rows));
}

it.each([
  [20, 'SQLite'],
  [20, 'PostgreSQL'],
  [19, 'SQLite'],
  [19, 'PostgreSQL'],
] as const)('of schema %i is the same after a restore into %s, and adds up', async (version, kind) => {
  makeDatabase(place.file, [olderSchema('sqlite', version)]);
  const backup = join(place.folder, 'usage.backup');
  await backUp({ kind: 'sqlite', file: place.file }, backup);
  // Migrates it, like the start of a server.
  openSqlite(place.file).close();
  const before = await splitIn(`file:${place.file}`);
  const file = join(place.folder, 'restored.db');
  const url = kind === 'SQLite' ? `file:${file}` : await createDatabase(inject('postgresUrl'));
  const to = kind === 'SQLite' ? ({ kind: 'sqlite', file } as const) : ({ kind: 'postgres', url } as const);
  await restore(backup, to, false);
  if (kind === 'SQLite') openSqlite(file).close();
  const [parts, current, numbers] = await splitIn(url);
  expect([parts, current, numbers]).toEqual(before);
  expect(parts).toHaveLength(version === 20 ? 1 : 0);
  expect(numbers.every(({ number }: { number: number }) => number >= 1)).toBe(true);
  expect(await findProblems(to, () => true)).toEqual([]);
});
