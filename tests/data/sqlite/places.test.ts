import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compact } from '@/lib/data/compact';
import { openExclusive } from '@/lib/data/sqlite/files';
import { openSqlite } from '@/lib/data/sqlite/open';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

const NOBODY = 65_534;

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

/** Runs `work` as a user who is not root, to whom the modes of files apply. */
function asUser<R>(work: () => R): R {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

it('a database file that this user cannot write is refused with one line, in a folder that they can write', () => {
  openSqlite(place.file).close();
  chmodSync(place.folder, 0o777);
  chmodSync(place.file, 0o444);
  expect(() => asUser(() => openSqlite(place.file).close())).toThrow(
    /^The database [^\n]+ cannot be used: [^\n]+must not be read-only, and this user must be able to write there\.$/,
  );
});

it('the empty transaction at the start changes no mode: the file stays 0600', () => {
  openSqlite(place.file).close();
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
});

it.each([
  ['under /proc', () => '/proc/botmeter/x.db'],
  ['under /sys', () => '/sys/x.db'],
  ['a device', () => '/dev/null'],
  ['under /dev', () => '/dev/x.db'],
  [
    'a link to /proc',
    () => {
      symlinkSync('/proc', join(place.folder, 'link'));
      return join(place.folder, 'link', 'x.db');
    },
  ],
  [
    'a folder',
    () => {
      mkdirSync(place.file);
      return place.file;
    },
  ],
  [
    'a pipe',
    () => {
      expect(spawnSync('mkfifo', [place.file]).status).toBe(0);
      return place.file;
    },
  ],
])('%s is no place for a database: one line, and no wait', async (_, pathOf) => {
  const file = pathOf();
  const line = /^[^\n]+ is (not a regular file|in no place for a database)\.$/;
  expect(() => openSqlite(file)).toThrow(line);
  expect(() => openExclusive(file)).toThrow(line);
  await expect((async () => compact({ kind: 'sqlite', file }))()).rejects.toThrow(line);
});
