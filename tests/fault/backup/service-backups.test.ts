import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { bundle } from '@/lib/build/bundle.mjs';
import { requireChecksum } from '@/lib/data/backup/checksum';
import { backupName, deleteBackups, listBackups } from '@/lib/data/backup/folder';
import { createBackups } from '@/lib/data/backup/maker';
import { isGood } from '@/lib/domain/backups/backup';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type KillPoint, killAtEach, killPoints, traced, underStrace } from '../../support/fault/commands';
import { contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { ROOT } from '../../support/process/service';
import { runInProcess } from '../../unit/cli/in-process';

const KILLS = size(2, 20);
const AT = Date.parse('2026-11-28T03:15:04Z');
const { signal } = new AbortController();

const place = suiteFolder();
let folder: string;
beforeEach(() => {
  folder = join(place, `backups-${readdirSync(place).length}`);
});
afterEach(() => vi.unstubAllEnvs());

const namesIn = () => readdirSync(folder).toSorted();
const WHOLE = ['', '.rehearsal.json', '.sha256'].map((suffix) => `botmeter-20261128T031504Z.db${suffix}`);

async function backupsOf(database: string, bytes = 0) {
  const settings = settingsFor(database);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const kind = database.startsWith('postgres') ? 'postgres' : 'sqlite';
  const address =
    kind === 'postgres' ? ({ kind, url: database } as const) : ({ kind, file: database } as const);
  return createBackups({ folder, database: address, port: 0, bytes: async () => bytes });
}

describe.each(['SQLite', 'PostgreSQL'] as const)('a backup that the service makes of %s', (kind) => {
  const newDatabase = async (name: string) =>
    kind === 'SQLite' ? join(folder, '..', `${name}-${kind}.db`) : createDatabase(inject('postgresUrl'));

  it('is good, private, listed, and the one that “restore latest” restores', {
    timeout: 300_000,
  }, async () => {
    const database = await seedDatabase(await newDatabase('live'), 20);
    const backups = await backupsOf(database);
    expect(await backups.make(AT, signal)).toBeNull();
    expect(namesIn()).toEqual(WHOLE);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of WHOLE) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const [made, ...others] = await backups.list();
    expect(others).toEqual([]);
    expect(made).toMatchObject({ atMs: AT, instance: hostname(), rehearsal: { problems: [] } });
    expect(made && isGood(made)).toBe(true);

    const target = await newDatabase('restored');
    const env = { ...settingsFor(target), BACKUP_DIR: folder };
    const listed = await runInProcess(['backups'], { env });
    expect(listed).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/03:15:04.* 0 differences .*\.db\n/),
    });
    // One that is newer and was not rehearsed is not taken.
    writeFileSync(join(folder, 'botmeter-20261129T031504Z.db'), 'half');
    expect(await runInProcess(['restore', 'latest'], { env })).toMatchObject({ status: 0, stderr: '' });
    expect((await contentOf(target)).bots).toHaveLength(20);
  });

  it.each(['made', 'rehearsed'] as const)(
    `killed at ${KILLS} of its system calls while it is %s, has no good name, and is gone after the next one`,
    { timeout: 3_600_000 },
    async (phase) => {
      const database = await seedDatabase(await newDatabase(`killed-${phase}`), 20);
      const content = await contentOf(database);
      const backups = await backupsOf(database);
      mkdirSync(folder, { mode: 0o700 });
      const run = (file: string, point?: KillPoint) =>
        traced({ args: ['backup', file, '--rehearse'], env: settingsFor(database) }, file, point);
      const fileAt = (nth: number) => join(folder, backupName(AT + nth * 1_000));
      const { points } = await run(fileAt(0));
      const isMade = points.findIndex(
        ({ call }) => call.startsWith('rename(') && call.includes(`"${fileAt(0)}"`),
      );
      expect(isMade).toBeGreaterThan(0);
      const ofPhase = phase === 'made' ? points.slice(0, isMade) : points.slice(isMade + 1);
      const killed = await killAtEach(killPoints(ofPhase, KILLS, randomFrom(SEED)), async (point, nth) => {
        const file = fileAt(nth);
        const { signal } = await run(file, point);
        const [found, ...others] = (await backups.list()).filter((each) => each.file === file);
        expect(others).toEqual([]);
        if (signal !== null && phase === 'made') expect(found && isGood(found)).not.toBe(true);
        if (found === undefined) return signal;
        // Without a result it is called not rehearsed; what stands under its name is whole all the same.
        expect(await requireChecksum(file)).toBe(true);
        const copy = join(place, `${kind}-${phase}-${nth}.db`);
        copyFileSync(file, copy);
        expect(await contentOf(copy)).toMatchObject({ reports: content.reports, integrity: 'ok' });
        return signal;
      });
      const stop = new AbortController();
      const stopped = backups.make(AT + 3_500_000, stop.signal);
      stop.abort();
      expect(await stopped).toBe('The service was stopped.');
      expect(await backups.make(AT + 3_600_000, signal)).toBeNull();
      await backups.prune((await backups.list()).slice(1));
      expect(namesIn()).toEqual(WHOLE.map((name) => name.replace('0315', '0415')));
      figure(
        'Backup',
        `a backup that the service makes of ${kind}, killed at ${KILLS} system calls while it was ${phase}`,
        `${killed} killed; none had a good name before it was rehearsed, nothing left after the next one`,
      );
    },
  );
});

it(`the deletion of old backups, killed at ${KILLS} of its system calls, leaves whole ones, and is finished by the next one`, async () => {
  const outfile = join(place, 'folder.mjs');
  await bundle('lib/data/backup/folder.ts', relative(ROOT, outfile));
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  const program = join(place, 'delete.mjs');
  writeFileSync(
    program,
    `import { deleteBackups } from './folder.mjs'; deleteBackups(process.argv[2], process.argv.slice(3).map((file) => ({ file })));`,
  );
  const none = { kind: 'sqlite', file: join(place, 'none.db') } as const;
  const made = (name: string) => {
    const folder = join(place, name);
    mkdirSync(folder, { mode: 0o700 });
    for (let day = 1; day <= 8; day++) {
      const file = join(folder, backupName(AT + day * 86_400_000));
      writeFileSync(file, 'content');
      writeFileSync(`${file}.sha256`, `${day}  ${file}`);
      const result = { isProven: true, isSnapshot: true, problems: [], atMs: AT, tookMs: 1, instance: 'one' };
      writeFileSync(`${file}.rehearsal.json`, JSON.stringify({ ...result, checksum: `${day}` }));
    }
    return folder;
  };
  const expired = (folder: string) => listBackups(folder, none).slice(1);
  const run = (folder: string, point?: KillPoint) => {
    const files = expired(folder).map(({ file }) => file);
    const paths = readdirSync(folder).map((name) => join(folder, name));
    const inject = point && `${point.name}:signal=KILL:when=${point.nth}`;
    return underStrace({ program, args: [folder, ...files], env: {} }, paths, inject);
  };
  const { points } = await run(made('deleted'));
  const deletions = points.filter(({ name }) => name === 'unlink');
  expect(deletions).toHaveLength(3 * 7);
  const chosen = deletions.filter(
    (_, at) => Math.floor((at * KILLS) / 21) !== Math.floor(((at - 1) * KILLS) / 21),
  );
  const killed = await killAtEach(chosen, async (point, nth) => {
    const folder = made(`deleted-${nth}`);
    const { signal } = await run(folder, point);
    const left = listBackups(folder, none);
    expect(left.length).toBeGreaterThan(0);
    expect(left.filter((each) => !isGood(each))).toEqual([]);
    deleteBackups(folder, expired(folder));
    expect(readdirSync(folder)).toHaveLength(3);
    return signal;
  });
  figure(
    'Backup',
    `the deletion of 7 old backups killed at ${KILLS} of its system calls`,
    `${killed} killed; whole ones left, the next deletion finished it`,
  );
});

describe('a folder for backups', () => {
  const inFolder = () => backupsOf(join(place, 'none.db'));

  it('that others can read, that is a file, or part of the program is refused, with what to do', async () => {
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    expect(await (await inFolder()).make(AT, signal)).toMatch(/chmod 700/);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    expect(await (await inFolder()).make(AT, signal)).toMatch(/is not a folder|cannot be used/);
    rmSync(folder);
    folder = join('public', 'backups');
    expect(await (await inFolder()).make(AT, signal)).toMatch(/part of the program/);
    expect(existsSync(folder)).toBe(false);
  });

  it('without room for a backup and its rehearsal is left alone', async () => {
    const backups = await backupsOf(join(place, 'none.db'), 2 ** 60);
    expect(await backups.make(AT, signal)).toMatch(/MB left; a backup and its rehearsal need/);
    expect(namesIn()).toEqual([]);
  });

  it('that vanished is made again; a database that cannot be read is the reason', async () => {
    const backups = await inFolder();
    expect(await backups.make(AT, signal)).toMatch(/There is no database/);
    rmSync(folder, { recursive: true });
    expect(await backups.make(AT, signal)).toMatch(/There is no database/);
    expect(namesIn()).toEqual([]);
  });

  it('loses what a deletion that was interrupted left, and nothing of others', async () => {
    mkdirSync(folder, { mode: 0o700 });
    // The first file of a backup is gone.
    for (const name of WHOLE.slice(1)) writeFileSync(join(folder, name), '{}');
    for (const name of ['notes.txt', 'notes.txt.sha256']) writeFileSync(join(folder, name), 'theirs');
    await (await inFolder()).prune([]);
    expect(namesIn()).toEqual(['notes.txt', 'notes.txt.sha256']);
  });
});
