import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { runsWell } from '../../support/fault/commands';
import { type Content, contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import { underSmallDisk } from '../../support/fault/small-disk';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { ROOT } from '../../support/process/service';

/** Less than any backup here needs, and enough for SQLite to open a database. */
const FREE_BYTES = 100_000;
const NAME = 'botmeter.db';

const folder = suiteFolder();
const disk = join(folder, 'disk');
const backup = join(folder, 'new.backup');
const old = join(folder, NAME);
let postgresUrl: string;
const contents: Record<'old' | 'new', Content | undefined> = { old: undefined, new: undefined };

beforeAll(async () => {
  mkdirSync(disk);
  postgresUrl = await seedDatabase(await createDatabase(inject('postgresUrl')), 300);
  const source = await seedDatabase(join(folder, 'new.db'), 300);
  await runsWell(source, 'backup', backup);
  await seedDatabase(old, 250);
  contents.new = await contentOf(source);
  contents.old = await contentOf(old);
});

/**
 * Runs a command on a nearly full disk that holds `files`, then frees space and runs it again. Asserts that the first run
 * fails with one line that names `target` and the second succeeds; returns copies of the disk after each run.
 */
function onFullDisk(args: readonly string[], database: string, target: string, files: readonly string[]) {
  const name = `${args[0]}-${readdirSync(folder).length}`;
  const place = (part: string) => {
    mkdirSync(join(folder, `${name}-${part}`));
    return join(folder, `${name}-${part}`);
  };
  const [from, full, after] = [place('from'), place('full'), place('after')];
  for (const file of files) cpSync(file, join(from, NAME));
  writeFileSync(join(from, 'filler'), Buffer.alloc(8_000_000));
  const bytes = readdirSync(from).reduce((sum, file) => sum + statSync(join(from, file)).size, FREE_BYTES);
  const run = '"$@"; echo "status $?" >&2';
  const script = `${run}; cp -a '${disk}/.' '${full}'; rm '${disk}/filler'; ${run}; cp -a '${disk}/.' '${after}'`;
  const [program = '', ...before] = underSmallDisk({ folder: disk, from, bytes });
  const command = [process.execPath, 'lib/build/cli.mjs', ...args];
  const { stderr } = spawnSync(program, [...before, 'sh', '-c', script, 'sh', ...command], {
    cwd: ROOT,
    env: { ...process.env, ...settingsFor(database) },
    encoding: 'utf8',
  });
  rmSync(join(full, 'filler'));
  const [failed = '', ...statuses] = stderr.split('status ');
  expect(failed).toMatch(/^[^\n]*(full|no space)[^\n]*\n$/i);
  expect(failed).toContain(target);
  expect(statuses.map(Number)).toEqual([1, 0]);
  return { full, after };
}

it.each(['SQLite', 'PostgreSQL'] as const)(
  'a backup of %s onto a full disk fails with one line and leaves nothing',
  async (kind) => {
    const file = join(disk, 'botmeter.backup');
    const { full, after } = onFullDisk(['backup', file], kind === 'SQLite' ? old : postgresUrl, file, []);
    expect(readdirSync(full)).toEqual([]);
    expect(readdirSync(after).toSorted()).toEqual(['botmeter.backup', 'botmeter.backup.sha256']);
    const expected = kind === 'SQLite' ? contents.old : await contentOf(postgresUrl);
    expect(await contentOf(join(after, 'botmeter.backup'))).toEqual(expected);
    if (kind === 'SQLite') expect(await contentOf(old)).toEqual(contents.old);
    figure(
      'Backup',
      `a backup of ${kind} onto a full disk`,
      'one line, no file left; succeeds once there is space',
    );
  },
);

it.each([
  ['over a database with data', [old]],
  ['without an old database', []],
] as const)(
  'a restore onto a full disk, %s, fails with one line and keeps the old database',
  async (where, files) => {
    const file = join(disk, NAME);
    const { full, after } = onFullDisk(['restore', backup, '--force'], file, file, files);
    expect(readdirSync(full)).toEqual(files.length === 0 ? [] : [NAME]);
    if (files.length > 0) expect(await contentOf(join(full, NAME))).toEqual(contents.old);
    expect(readdirSync(after)).toEqual([NAME]);
    expect(await contentOf(join(after, NAME))).toEqual(contents.new);
    expect(await contentOf(backup)).toEqual(contents.new);
    figure(
      'Backup',
      `a restore onto a full disk, ${where}`,
      'one line, the old database unchanged; succeeds once there is space',
    );
  },
);
