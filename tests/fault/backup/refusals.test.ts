import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openExclusive } from '@/lib/data/sqlite/exclusive-lock';
import { fingerprintOf } from '../../support/data/sqlite-files';
import { type Content, contentOf } from '../../support/fault/database-contents';
import { expectPrivate } from '../../support/fault/file-permissions';
import { seedDatabase } from '../../support/fault/seed-database';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { ROOT } from '../../support/process/service';
import { openShell } from '../../unit/cli/run';

const folder = mkdtempSync(join(tmpdir(), 'botmeter-refusals-'));
const filled = join(folder, 'filled.db');
const backup = join(folder, 'new.backup');
let content: Content;
let place: string;
let file: string;
beforeAll(async () => {
  const source = await seedDatabase(join(folder, 'new.db'), 20);
  expect(await openShell(settingsFor(source), true).botmeter(['backup', backup])).toMatchObject({
    status: 0,
  });
  content = await contentOf(source);
  await seedDatabase(filled, 10);
});
beforeEach(() => {
  place = mkdtempSync(join(folder, 'case-'));
  file = join(place, 'botmeter.db');
});
afterAll(() => rmSync(folder, { recursive: true }));

const botmeter = (...args: string[]) => openShell(settingsFor(file), true).botmeter(args);
const oneLine = (text: string) => ({
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)),
});

async function expectForceNeeded(): Promise<void> {
  expect(await botmeter('restore', backup)).toMatchObject(oneLine('--force'));
  expect(await botmeter('restore', backup, '--force')).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(place)).toEqual(['botmeter.db']);
  expect(await contentOf(file)).toEqual(content);
}

it('a damaged database is replaced with --force', async () => {
  const bytes = readFileSync(filled);
  writeFileSync(file, bytes.fill(0xff, bytes.length - 3 * 4_096));
  await expectForceNeeded();
});

it('a database of a newer version is replaced with --force', async () => {
  copyFileSync(filled, file);
  const database = new SqliteDatabase(file);
  database.exec("INSERT INTO schema_migrations (version, name) VALUES (999, 'later'); DROP TABLE sessions");
  database.close();
  await expectForceNeeded();
});

it('a WAL whose database is gone has data too', async () => {
  const database = new SqliteDatabase(filled);
  database.pragma('journal_mode = WAL');
  database.exec("UPDATE bots SET name = 'Changed'");
  copyFileSync(`${filled}-wal`, `${file}-wal`);
  database.close();
  await expectForceNeeded();
});

it.each([
  ['of another program', () => new SqliteDatabase(file).exec('CREATE TABLE notes (text)').close()],
  ['of which nothing can be read', () => writeFileSync(file, readFileSync(filled).fill(0xff, 4_096))],
  ['that is no database', () => writeFileSync(file, 'Remember the milk.\n'.repeat(500))],
])('a file %s is never replaced', async (_, make) => {
  make();
  const before = readFileSync(file);
  for (const force of [[], ['--force']]) {
    expect(await botmeter('restore', backup, ...force)).toMatchObject(oneLine('cannot be replaced'));
  }
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(place)).toEqual(['botmeter.db']);
});

it('through a symbolic link the database is replaced, not the link', async () => {
  const elsewhere = join(place, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(join(elsewhere, 'real.db'), file);
  copyFileSync(filled, join(elsewhere, 'real.db'));
  expect(await botmeter('restore', backup, '--force')).toMatchObject({ status: 0, stderr: '' });
  expect(await contentOf(join(elsewhere, 'real.db'))).toEqual(content);
});

it('what killed commands left under other names is removed, and what is still at work is not', async () => {
  const [left, working] = ['monday.botmeter-partial', 'tuesday.botmeter-partial'].map((name) =>
    join(place, name),
  );
  for (const one of [left, working]) {
    mkdirSync(one ?? '');
    writeFileSync(join(one ?? '', 'database'), 'half');
  }
  const held = openExclusive(join(working ?? '', 'lock'));
  copyFileSync(filled, file);
  expect(await botmeter('backup', join(place, 'wednesday'))).toMatchObject({ status: 0, stderr: '' });
  expect(await botmeter('backup', join(place, 'tuesday'))).toMatchObject(oneLine('in the way'));
  expect(readdirSync(place)).toEqual(['botmeter.db', 'tuesday.botmeter-partial', 'wednesday']);
  expect(readdirSync(working ?? '')).toEqual(['database', 'lock']);
  held?.close();
});

describe('a symbolic link that another user planted in the folder of a backup', () => {
  let victims: string;
  let before: Record<string, string>;
  beforeEach(() => {
    copyFileSync(filled, file);
    victims = join(place, 'victims');
    mkdirSync(victims);
    copyFileSync(filled, join(victims, 'lock'));
    writeFileSync(join(victims, 'notes'), 'theirs');
    before = fingerprintOf(victims);
  });
  const target = () => join(place, 'night.backup');

  it.each([
    ['to a file', 'victims/notes'],
    ['to nothing yet', 'victims/new'],
  ])('%s, under the name of the backup: refused, nothing written through it', async (_, to) => {
    symlinkSync(join(place, to), target());
    expect(await botmeter('backup', target())).toMatchObject(oneLine('exists'));
    expect(await botmeter('copy', '--to', `file:${target()}`)).toMatchObject(oneLine('symbolic link'));
    expect(fingerprintOf(victims)).toEqual(before);
  });

  it.each([
    ['to a folder', 'victims'],
    ['to a file', 'victims/notes'],
    ['to nothing yet', 'victims/new'],
  ])('%s, under its temp name: refused, and soon', async (_, to) => {
    symlinkSync(join(place, to), `${target()}.botmeter-partial`);
    expect(await botmeter('backup', target())).toMatchObject(oneLine('in the way'));
    expect(fingerprintOf(victims)).toEqual(before);
  });

  it('to a folder, under the temp name of another backup: left alone', async () => {
    symlinkSync(victims, join(place, 'other.botmeter-partial'));
    expect(await botmeter('backup', target())).toMatchObject({ status: 0, stderr: '' });
    expect(fingerprintOf(victims)).toEqual(before);
  });

  it.each([
    ['as the lock of a left-over', 'lock'],
    ['as the database of a left-over', 'database'],
  ])('%s: the left-over is left alone', async (_, name) => {
    const leftOver = join(place, 'other.botmeter-partial');
    mkdirSync(leftOver, { mode: 0o700 });
    symlinkSync(join(victims, 'lock'), join(leftOver, name));
    expect(await botmeter('backup', target())).toMatchObject({ status: 0, stderr: '' });
    expect(fingerprintOf(victims)).toEqual(before);
    expect(readdirSync(leftOver)).toEqual([name]);
  });

  it('a folder of ours that has been given the name of a left-over is not removed', async () => {
    renameSync(victims, join(place, 'other.botmeter-partial'));
    expect(await botmeter('backup', target())).toMatchObject({ status: 0, stderr: '' });
    expect(fingerprintOf(join(place, 'other.botmeter-partial'))).toEqual(before);
  });
});

it('no file that a command makes can be read by others, whatever the umask', async () => {
  const former = process.umask(0);
  try {
    expect(await botmeter('user', 'list')).toMatchObject({ status: 0 });
    expect(await botmeter('backup', join(place, 'a.backup'))).toMatchObject({ status: 0 });
    expect(await botmeter('copy', '--to', `file:${join(place, 'copy.db')}`)).toMatchObject({ status: 0 });
    expect(await botmeter('restore', backup, '--force')).toMatchObject({ status: 0 });
  } finally {
    process.umask(former);
  }
  expect(readdirSync(place)).toEqual(['a.backup', 'auth-secret', 'botmeter.db', 'copy.db']);
  expectPrivate(place);
});

it('a copy of a database that is not there is refused, and makes none', async () => {
  const to = `file:${join(place, 'copy.db')}`;
  expect(await botmeter('copy', '--to', to)).toMatchObject(oneLine('There is no database'));
  expect(readdirSync(place)).toEqual([]);
});

it('a backup of an older version is restored into either kind of database without a change to its file', async () => {
  const postgres = await startPostgres();
  try {
    const older = join(place, 'older.backup');
    const database = new SqliteDatabase(older);
    database.exec(readFileSync(join(ROOT, 'tests/fault/upgrade/fixtures/sqlite-1.sql'), 'utf8'));
    database.close();
    const bytes = readFileSync(older);
    const url = await createDatabase(postgres.url);
    const shell = openShell(settingsFor(url), true);
    expect(await shell.botmeter(['restore', older])).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(older).equals(bytes)).toBe(true);
    expect(readdirSync(place)).toEqual(['older.backup']);
    const { reports, keys } = await contentOf(url);
    const expected = await contentOf(older);
    expect(reports).toEqual(expected.reports);
    // Every column that was there: newer versions have more.
    expect(keys).toMatchObject(expected.keys);
    expect(keys).toHaveLength(expected.keys.length);
    expect(reports.length).toBeGreaterThan(0);

    // And into a file, as it is: the next start brings it up to date.
    expect(await botmeter('restore', older)).toMatchObject({ status: 0, stderr: '' });
    expect(await contentOf(file)).toEqual(expected);
  } finally {
    await postgres.stop();
  }
});
