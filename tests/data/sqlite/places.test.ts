import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp } from '@/lib/data/backup/backup';
import { copyDatabase } from '@/lib/data/backup/copy-database';
import { restore } from '@/lib/data/backup/restore';
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

// Only root can make a file of another user. The mode of an own one is changed.
it.runIf(process.geteuid?.() === 0)(
  'a database file that this user cannot write is refused with one line, in a folder that they can write',
  () => {
    openSqlite(place.file).close();
    chmodSync(place.folder, 0o777);
    chmodSync(place.file, 0o444);
    expect(() => asUser(() => openSqlite(place.file).close())).toThrow(
      /^The database [^\n]+ cannot be used: [^\n]+must not be read-only, and this user must be able to write there\.$/,
    );
  },
);

it('the empty transaction at the start changes no mode: the file stays 0600', () => {
  openSqlite(place.file).close();
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
});

const made = (make: (file: string) => unknown) => () => {
  make(place.file);
  return place.file;
};
it.each<[string, () => string]>([
  ['under /proc', () => '/proc/botmeter/x.db'],
  ['in /proc', () => '/proc/x.db'],
  ['a full device', () => '/dev/full'],
  ['a file that anyone can load', () => 'public/x.db'],
  ['what a build deletes', () => '.next/static/x.db'],
  ['a link to itself', made((file) => symlinkSync(file, file))],
  ['under /sys', () => '/sys/x.db'],
  ['a device', () => '/dev/null'],
  ['under /dev', () => '/dev/x.db'],
  ['a link to /proc', () => join(made((file) => symlinkSync('/proc', file))(), 'x.db')],
  ['a folder', made((file) => mkdirSync(file))],
  ['a pipe', made((file) => expect(spawnSync('mkfifo', [file]).status).toBe(0))],
])('%s is no place for a database or a backup: one line, and no wait', async (_, pathOf) => {
  const file = pathOf();
  const good = join(place.folder, 'good.db');
  openSqlite(good).close();
  const line =
    /^[^\n]+ (is not a regular file|is in no place for a database|cannot be used: it is a link that leads to itself|is a symbolic link)[^\n]*\.$/;
  const [from, to] = [
    { kind: 'sqlite', file: good },
    { kind: 'sqlite', file },
  ] as const;
  expect(() => openSqlite(file)).toThrow(line);
  expect(() => openExclusive(file)).toThrow(line);
  const all = [
    () => compact(to),
    () => backUp(from, file),
    () => restore(file, from, true, 0),
    () => restore(good, to, true, 0),
    () => copyDatabase(from, to),
  ];
  for (const one of all) await expect((async () => one())()).rejects.toThrow(line);
});

it('a folder that this user cannot write is told as what it is, whether it holds the file or is to hold its folder', async () => {
  const good = join(place.folder, 'good.db');
  openSqlite(good).close();
  const closed = join(place.folder, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  chmodSync(place.folder, 0o777);
  chmodSync(good, 0o666);
  const line = (file: string) =>
    new RegExp(`${file} cannot be used: this user may not write in the folder ${closed}\\.`);
  expect(() => asUser(() => openSqlite(join(closed, 'x.db')))).toThrow(line(join(closed, 'x.db')));
  expect(() => asUser(() => openSqlite(join(closed, 'data', 'x.db')))).toThrow(line(join(closed, 'data')));
  const asked = asUser(() => backUp({ kind: 'sqlite', file: good }, join(closed, 'x.db')));
  await expect(asked).rejects.toThrow(line(join(closed, 'x.db')));
});

it('a folder that is missing, is a file, or whose name is too long is told as what it is', async () => {
  const good = join(place.folder, 'good.db');
  openSqlite(good).close();
  const to = (...path: string[]) => backUp({ kind: 'sqlite', file: good }, join(place.folder, ...path));
  await expect(to('none', 'x.db')).rejects.toThrow(`there is no folder ${join(place.folder, 'none')}.`);
  await expect(to('good.db', 'x.db')).rejects.toThrow(`${good} is not a folder.`);
  await expect(to(`${'x'.repeat(300)}.db`)).rejects.toThrow('its name is too long.');
  expect(() => openSqlite(join(good, 'data', 'x.db'))).toThrow(`${good} is not a folder.`);
});
