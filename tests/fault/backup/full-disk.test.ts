import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { type Content, contentOf } from '../../support/fault/database-contents';
import { seedDatabase } from '../../support/fault/seed-database';
import { underSmallDisk } from '../../support/fault/small-disk';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { ROOT } from '../../support/process/service';
import { openShell } from '../../unit/cli/run';

/** Less than any backup here has, and enough for what SQLite needs to open a database. */
const ROOM_BYTES = 100_000;
const NAME = 'botmeter.db';

const folder = mkdtempSync(join(tmpdir(), 'botmeter-full-backup-'));
const disk = join(folder, 'disk');
const backup = join(folder, 'new.backup');
const old = join(folder, NAME);
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let postgresUrl: string;
const contents: Record<'old' | 'new', Content | undefined> = { old: undefined, new: undefined };

beforeAll(async () => {
  mkdirSync(disk);
  postgres = await startPostgres();
  postgresUrl = await seedDatabase(await createDatabase(postgres.url), 300);
  const source = await seedDatabase(join(folder, 'new.db'), 300);
  expect(await openShell(settingsFor(source), true).botmeter(['backup', backup])).toMatchObject({
    status: 0,
  });
  await seedDatabase(old, 250);
  contents.new = await contentOf(source);
  contents.old = await contentOf(old);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/**
 * Runs a command on a disk that is all but full, looks what it left there, makes room, and runs it again. `holds` is
 * what else the disk has.
 */
function onFullDisk(name: string, args: readonly string[], database: string, holds: readonly string[]) {
  const [from, full, after] = ['from', 'full', 'after'].map((part) => join(folder, `${name}-${part}`));
  if (from === undefined || full === undefined || after === undefined) throw new Error('No folders.');
  for (const one of [from, full, after]) mkdirSync(one);
  for (const file of holds) cpSync(file, join(from, NAME));
  writeFileSync(join(from, 'filler'), Buffer.alloc(8_000_000));
  const bytes = readdirSync(from).reduce((sum, file) => sum + statSync(join(from, file)).size, ROOM_BYTES);
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
  const [failed = '', ...again] = stderr.split('status ');
  return { failed, statuses: again.map(Number), full, after };
}

/** One line that names the file, exit 1; then, once there is room, done without a word. */
function expectOneLine({ failed, statuses }: ReturnType<typeof onFullDisk>, file: string): void {
  expect(failed).toMatch(/^[^\n]*(full|no space)[^\n]*\n$/i);
  expect(failed).toContain(file);
  expect(statuses).toEqual([1, 0]);
}

it.each(['SQLite', 'PostgreSQL'] as const)('a backup of %s onto a full disk', async (kind) => {
  const file = join(disk, 'botmeter.backup');
  const ran = onFullDisk(kind, ['backup', file], kind === 'SQLite' ? old : postgresUrl, []);
  expectOneLine(ran, file);
  expect(readdirSync(ran.full)).toEqual([]);
  expect(readdirSync(ran.after)).toEqual(['botmeter.backup']);
  const expected = kind === 'SQLite' ? contents.old : await contentOf(postgresUrl);
  expect(await contentOf(join(ran.after, 'botmeter.backup'))).toEqual(expected);
  if (kind === 'SQLite') expect(await contentOf(old)).toEqual(contents.old);
  figure('Backup', `a backup of ${kind} onto a full disk`, 'one line, nothing left; done once there is room');
});

it.each([
  ['over a database with data', [old]],
  ['where there is none', []],
] as const)('a restore onto a full disk, %s', async (where, holds) => {
  const file = join(disk, NAME);
  const ran = onFullDisk(`restore-${holds.length}`, ['restore', backup, '--force'], file, holds);
  expectOneLine(ran, file);
  expect(readdirSync(ran.full)).toEqual(holds.length === 0 ? [] : [NAME]);
  if (holds.length > 0) expect(await contentOf(join(ran.full, NAME))).toEqual(contents.old);
  expect(readdirSync(ran.after)).toEqual([NAME]);
  expect(await contentOf(join(ran.after, NAME))).toEqual(contents.new);
  expect(await contentOf(backup)).toEqual(contents.new);
  figure(
    'Backup',
    `a restore onto a full disk, ${where}`,
    'one line, what was there whole; done once there is room',
  );
});
