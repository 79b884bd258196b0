import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createBackups } from '@/lib/data/backup/maker';
import { isGood } from '@/lib/domain/backups/backup';
import { figure, size } from '../../support/fault/campaign';
import { botmeter } from '../../support/fault/commands';
import { contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { runInProcess } from '../../unit/cli/in-process';

const KILLS = size(4, 60);
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
  return createBackups({ folder, database: address, bytes: async () => bytes });
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
    expect(made).toMatchObject({ atMs: AT, instance: backups.instance, rehearsal: { problems: [] } });
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

  it(`stopped at ${KILLS} moments leaves nothing under a good name, and nothing after the next one`, {
    timeout: 3_600_000,
  }, async () => {
    const database = await seedDatabase(await newDatabase('stopped'), 20);
    const backups = await backupsOf(database);
    const startedAt = performance.now();
    expect(await backups.make(AT - 60_000, signal)).toBeNull();
    const tookMs = performance.now() - startedAt;
    for (let at = 0; at < KILLS; at++) {
      const stop = new AbortController();
      const making = backups.make(AT + at * 1_000, stop.signal);
      await wait((tookMs * (at + 0.5)) / KILLS);
      stop.abort();
      await making;
      const good = (await backups.list()).filter(isGood);
      for (const [nth, { file }] of good.entries()) {
        const target = join(place, `${kind}-${at}-${nth}.db`);
        expect(await botmeter(target, 'restore', file)).toMatchObject({ status: 0, stderr: '' });
      }
    }
    expect(await backups.make(AT + 3_600_000, signal)).toBeNull();
    await backups.prune((await backups.list()).slice(1));
    expect(namesIn()).toEqual(WHOLE.map((name) => name.replace('0315', '0415')));
    figure(
      'Backup',
      `a backup that the service makes of ${kind}, stopped at ${KILLS} moments`,
      'nothing half under a good name, nothing left after the next one',
    );
  });
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
