import { copyFileSync, renameSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '@/lib/data/sqlite/driver.mjs';
import { FileWatch, type Loss } from '@/lib/data/sqlite/file-watch';
import { openSqlite } from '@/lib/data/sqlite/open';
import { identityOf } from '@/lib/data/sqlite/service-marker';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { T0 } from '@/tests/support/data/accounts';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

let place: Scratch;
let database: Database;
let losses: Loss[];
let identities: number;
const identify = (path: string) => `${identities} ${path}`;
const watchWith = (identity: (path: string) => string | null = identify) =>
  new FileWatch({
    database,
    lock: new WriteLock(),
    nowMs: () => T0,
    onLost: (loss) => losses.push(loss),
    identify: identity,
  });

beforeEach(() => {
  place = scratch();
  losses = [];
  identities = 0;
  database = openSqlite(place.file);
});
afterEach(() => {
  database.close();
  place.remove();
});

it('a file system that gives the same file other inodes is no loss', async () => {
  const watch = watchWith();
  for (let i = 0; i < 10; i++) {
    identities++;
    await watch.check();
    expect(watch.requireInPlace).not.toThrow();
  }
  expect(losses).toEqual([]);
});

it('one check that sees another file is no loss: it counts when two in a row do', async () => {
  let isOther = false;
  const watch = watchWith((path) => (isOther ? null : path));
  for (const now of [true, false, true, false]) {
    isOther = now;
    await watch.check();
  }
  expect(losses).toEqual([]);
  isOther = true;
  await watch.check();
  await watch.check();
  expect(losses).toHaveLength(1);
  expect(watch.requireInPlace).toThrow('removed, moved or replaced');
  await losses[0]?.saved;
});

it('while nothing can be written, it stays open which file it is, and nothing is served', async () => {
  const other = openSqlite(place.file);
  other.exec('BEGIN IMMEDIATE');
  const watch = watchWith();
  identities++;
  await watch.check();
  expect(watch.requireInPlace).not.toThrow();
  await watch.check();
  expect(watch.requireInPlace).toThrow('removed, moved or replaced');
  other.exec('COMMIT');
  other.close();
  await watch.check();
  expect(watch.requireInPlace).not.toThrow();
  expect(losses).toEqual([]);
});

it('a copy that took the place of the file is another file, although its WAL stayed', async () => {
  const watch = watchWith(identityOf);
  copyFileSync(place.file, `${place.file}.copy`);
  renameSync(`${place.file}.copy`, place.file);
  await watch.check();
  await watch.check();
  expect(losses).toHaveLength(1);
  await losses[0]?.saved;
});
