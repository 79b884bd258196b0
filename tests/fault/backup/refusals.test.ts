import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { openExclusive } from '@/lib/data/sqlite/files';
import { fingerprintOf } from '../../support/data/sqlite-files';
import { isRefused, runsWell } from '../../support/fault/commands';
import { type Content, contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import { createDatabase } from '../../support/process/database-url';
import { ROOT } from '../../support/process/service';
import { expectPrivate } from '../../support/process/test-resources';

const folder = suiteFolder();
const filled = join(folder, 'filled.db');
const backup = join(folder, 'new.backup');
let content: Content;
/** A folder for each test, and the database in it. */
let place: string;
let file: string;
beforeAll(async () => {
  const source = await seedDatabase(join(folder, 'new.db'), 20);
  await runsWell(source, 'backup', backup);
  content = await contentOf(source);
  await seedDatabase(filled, 10);
});
beforeEach(() => {
  place = mkdtempSync(join(folder, 'case-'));
  file = join(place, 'botmeter.db');
});

const inPlace = (...names: string[]) => join(place, ...names);
const run = (...args: string[]) => runsWell(file, ...args);
const refused = (text: string, ...args: string[]) => isRefused(text, file, ...args);

it.each<[string, () => void]>([
  [
    'that is damaged',
    () => {
      const database = new SqliteDatabase(filled, { readonly: true });
      const page = database
        .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'reports'")
        .pluck()
        .get();
      database.close();
      writeFileSync(file, readFileSync(filled).fill(0xff, (Number(page) - 1) * 4_096, Number(page) * 4_096));
    },
  ],
  [
    'of a newer version',
    () => {
      copyFileSync(filled, file);
      const change =
        "INSERT INTO schema_migrations (version, name) VALUES (999, 'later'); DROP TABLE sessions";
      new SqliteDatabase(file).exec(change).close();
    },
  ],
  [
    'of which only the WAL is left',
    () => {
      const database = new SqliteDatabase(filled);
      database.pragma('journal_mode = WAL');
      database.exec("UPDATE bots SET name = 'Changed'");
      copyFileSync(`${filled}-wal`, `${file}-wal`);
      database.close();
    },
  ],
])('a restore replaces a database %s only with --force', async (_, make) => {
  make();
  await refused('--force', 'restore', backup);
  await run('restore', backup, '--force');
  expect(readdirSync(place)).toEqual(['botmeter.db']);
  expect(await contentOf(file)).toEqual(content);
});

it.each([
  ['of another program', () => new SqliteDatabase(file).exec('CREATE TABLE notes (text)').close()],
  ['of which nothing can be read', () => writeFileSync(file, readFileSync(filled).fill(0xff, 4_096))],
  ['that is no database', () => writeFileSync(file, 'Remember the milk.\n'.repeat(500))],
])('a restore never replaces a file %s', async (_, make) => {
  make();
  const before = readFileSync(file);
  for (const force of [[], ['--force']]) await refused('cannot be replaced', 'restore', backup, ...force);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(place)).toEqual(['botmeter.db']);
});

it('a restore through a symbolic link replaces the database, not the link', async () => {
  mkdirSync(inPlace('elsewhere'));
  const real = inPlace('elsewhere', 'real.db');
  symlinkSync(real, file);
  copyFileSync(filled, real);
  await run('restore', backup, '--force');
  expect(await contentOf(real)).toEqual(content);
});

it('a backup removes temp folders of killed commands, and not that of a running one', async () => {
  for (const name of ['monday', 'tuesday']) {
    mkdirSync(inPlace(`${name}.botmeter-partial`));
    writeFileSync(inPlace(`${name}.botmeter-partial`, 'database'), 'half');
  }
  const lock = openExclusive(inPlace('tuesday.botmeter-partial', 'lock'));
  copyFileSync(filled, file);
  await run('backup', inPlace('wednesday'));
  await refused('in the way', 'backup', inPlace('tuesday'));
  expect(readdirSync(place)).toEqual([
    'botmeter.db',
    'tuesday.botmeter-partial',
    'wednesday',
    'wednesday.sha256',
  ]);
  expect(readdirSync(inPlace('tuesday.botmeter-partial'))).toEqual(['database', 'lock']);
  lock?.close();
});

describe('with a symbolic link that another user planted in the folder, a backup', () => {
  let victims: string;
  let before: Record<string, string>;
  beforeEach(() => {
    copyFileSync(filled, file);
    victims = inPlace('victims');
    mkdirSync(victims);
    copyFileSync(filled, join(victims, 'lock'));
    writeFileSync(join(victims, 'notes'), 'theirs');
    before = fingerprintOf(victims);
  });
  const target = () => inPlace('night.backup');

  it.each([
    ['to a file', 'victims/notes'],
    ['to a missing file', 'victims/new'],
  ])('is refused and writes nothing through a link %s with its own name', async (_, to) => {
    symlinkSync(inPlace(to), target());
    await refused('exists', 'backup', target());
    await refused('symbolic link', 'copy', '--to', `file:${target()}`);
    expect(fingerprintOf(victims)).toEqual(before);
  });

  it.each([
    ['to a folder', 'victims'],
    ['to a file', 'victims/notes'],
    ['to a missing file', 'victims/new'],
  ])('is refused at once for a link %s with the name of its temp folder', async (_, to) => {
    symlinkSync(inPlace(to), `${target()}.botmeter-partial`);
    await refused('in the way', 'backup', target());
    expect(fingerprintOf(victims)).toEqual(before);
  });

  it('does not follow a link with the name of another temp folder', async () => {
    symlinkSync(victims, inPlace('other.botmeter-partial'));
    await run('backup', target());
    expect(fingerprintOf(victims)).toEqual(before);
  });

  it.each(['lock', 'database'])('does not remove a temp folder in which “%s” is a link', async (name) => {
    const temp = inPlace('other.botmeter-partial');
    mkdirSync(temp, { mode: 0o700 });
    symlinkSync(join(victims, 'lock'), join(temp, name));
    await run('backup', target());
    expect(fingerprintOf(victims)).toEqual(before);
    expect(readdirSync(temp)).toEqual([name]);
  });

  it('does not remove another folder that was given the name of a temp folder', async () => {
    renameSync(victims, inPlace('other.botmeter-partial'));
    await run('backup', target());
    expect(fingerprintOf(inPlace('other.botmeter-partial'))).toEqual(before);
  });
});

it('no file that a command creates can be read by other users, whatever the umask', async () => {
  const former = process.umask(0);
  try {
    await run('user', 'list');
    await run('backup', inPlace('a.backup'));
    await run('copy', '--to', `file:${inPlace('copy.db')}`);
    await run('restore', backup, '--force');
  } finally {
    process.umask(former);
  }
  expect(readdirSync(place)).toEqual([
    'a.backup',
    'a.backup.sha256',
    'auth-secret',
    'botmeter.db',
    'copy.db',
  ]);
  expectPrivate(place);
});

it('a copy of a missing database is refused and creates none', async () => {
  await refused('There is no database', 'copy', '--to', `file:${inPlace('copy.db')}`);
  expect(readdirSync(place)).toEqual([]);
});

it('a backup of an older version is restored into both kinds of database, and its file stays unchanged', async () => {
  const older = inPlace('older.backup');
  const schema = readFileSync(join(ROOT, 'tests/fault/upgrade/fixtures/sqlite-1.sql'), 'utf8');
  new SqliteDatabase(older).exec(schema).close();
  const bytes = readFileSync(older);
  const url = await createDatabase(inject('postgresUrl'));
  await runsWell(url, 'restore', older);
  expect(readFileSync(older).equals(bytes)).toBe(true);
  expect(readdirSync(place)).toEqual(['older.backup']);
  const { reports, keys } = await contentOf(url);
  const expected = await contentOf(older);
  expect(reports).toEqual(expected.reports);
  // Newer versions have more columns.
  expect(keys).toMatchObject(expected.keys);
  expect(keys).toHaveLength(expected.keys.length);
  expect(reports.length).toBeGreaterThan(0);

  // A restore into a file keeps the version; the next start migrates it.
  await run('restore', older);
  expect(await contentOf(file)).toEqual(expected);
});
