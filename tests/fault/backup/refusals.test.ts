import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { holdAlone } from '@/lib/data/sqlite/hold-alone';
import { type Content, contentOf } from '../../support/fault/contents';
import { fillDatabase } from '../../support/fault/filled';
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
  const source = await fillDatabase(join(folder, 'new.db'), 20);
  expect(await openShell(settingsFor(source), true).botmeter(['backup', backup])).toMatchObject({
    status: 0,
  });
  content = await contentOf(source);
  await fillDatabase(filled, 10);
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
  const held = holdAlone(join(working ?? '', 'lock'));
  copyFileSync(filled, file);
  expect(await botmeter('backup', join(place, 'wednesday'))).toMatchObject({ status: 0, stderr: '' });
  expect(await botmeter('backup', join(place, 'tuesday'))).toMatchObject(oneLine('in the way'));
  expect(readdirSync(place)).toEqual(['botmeter.db', 'tuesday.botmeter-partial', 'wednesday']);
  expect(readdirSync(working ?? '')).toEqual(['database', 'lock']);
  held?.close();
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
    expect([reports, keys]).toEqual([expected.reports, expected.keys]);
    expect(reports.length).toBeGreaterThan(0);

    // And into a file, as it is: the next start brings it up to date.
    expect(await botmeter('restore', older)).toMatchObject({ status: 0, stderr: '' });
    expect(await contentOf(file)).toEqual(expected);
  } finally {
    await postgres.stop();
  }
});
