import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { botmeter } from '../../support/fault/commands';
import { serve, startInstances, suiteFolder } from '../../support/fault/serve';
import { fill, underSmallDisk } from '../../support/fault/small-disk';
import { usageRequest } from '../../support/process/requests';
import { logLines, type Service, settableClock } from '../../support/process/service';
import { requireProgram } from '../../support/programs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The job looks every ten seconds whether a backup is due, and whether one has ended. */
const PATIENCE = { timeout: 90_000, interval: 200 };
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;

const place = suiteFolder();
chmodSync(place, 0o755);
const clock = join(place, 'clock');
const setClock = (ms: number) => {
  const offset = Math.round((ms - Date.now()) / 1_000);
  writeFileSync(clock, `${offset < 0 ? '' : '+'}${offset}`);
};

/** How the backups of a service have ended so far: `null` for a good one, else why there is none. */
const endsOf = (service: Service) =>
  logLines(service).flatMap(({ msg, reason }) =>
    msg === 'a backup was made and rehearsed' ? [null] : msg === 'a backup failed' ? [reason] : [],
  );

it('a folder that is full, read-only or gone costs the backup of the day, and nothing else', {
  timeout: 900_000,
}, async () => {
  const [disk, from, database] = [join(place, 'disk'), join(place, 'from'), join(place, 'botmeter.db')];
  const folder = join(disk, 'backups');
  for (const each of [disk, from]) mkdirSync(each);
  const small = { folder: disk, from, bytes: 8_000_000 };
  setClock(NOON);
  const env = { ...settableClock(clock), BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_KEEP_WEEKS: '0' };
  const { service, operator, client, stop } = await serve(database, { env, under: underSmallDisk(small) });
  const [bot] = await operator.bots(1, 'business');
  if (bot === undefined) throw new Error('There is no bot.');
  const inside = join(`/proc/${service.pid}/root`, folder);
  requireProgram('nsenter', 'util-linux');
  const remount = (how: 'ro' | 'rw') =>
    expect(
      spawnSync('nsenter', [
        '-t',
        `${service.pid}`,
        '-U',
        '-m',
        '--preserve-credentials',
        'mount',
        '-o',
        `remount,${how}`,
        disk,
      ]).status,
    ).toBe(0);
  const ends: unknown[] = [];
  const isNext = async (end: unknown) => {
    ends.push(end);
    await expect.poll(() => endsOf(service), PATIENCE).toEqual(ends);
    expect((await client.send(usageRequest(bot))).status).toBe(200);
  };
  const names = () => readdirSync(inside).filter((name) => name.endsWith('.db')).length;
  const at = (days: number, minutes = 0) => setClock(NOON + days * DAY + minutes * MINUTE);
  try {
    await isNext(null);
    const free = fill(service.pid, small);
    at(1);
    await isNext(expect.stringMatching(/MB left|full|ENOSPC|no space/i));
    expect(names()).toBe(1);
    free();
    at(1, 31);
    await isNext(null);
    remount('ro');
    at(2);
    await isNext(expect.stringMatching(/read-only|EROFS/i));
    expect(names()).toBe(2);
    remount('rw');
    at(2, 31);
    await isNext(null);
    rmSync(inside, { recursive: true });
    at(3);
    await isNext(null);
    expect(readdirSync(inside)).toHaveLength(3);
    // Over the time of the backup and back again: one that is of the future counts for nothing.
    at(1);
    await isNext(null);
    at(3);
    expect(names()).toBe(2);
    at(4);
    await isNext(null);
    expect(readdirSync(inside)).toHaveLength(6);
  } finally {
    await stop();
  }
  expect(await botmeter(database, 'check')).toMatchObject({ status: 0 });
  figure(
    'Backup',
    'the folder of a running service full, read-only, gone; its clock two days back and on',
    `${ends.length} backups: 2 failed with the reason, ${ends.length - 2} good; every call between them counted, no part of a file left`,
  );
});

it('two instances with a folder each make one backup', { timeout: 400_000 }, async () => {
  const folders = ['one', 'two'].map((name) => join(place, name));
  const on = await startInstances(folders.map((folder) => ({ BACKUP_DIR: folder })));
  try {
    const ended = () => on.services.flatMap(endsOf);
    // Each waits up to five minutes longer than BACKUP_AT.
    await expect.poll(ended, { timeout: 330_000, interval: 500 }).toEqual([null]);
    const made = folders.flatMap((folder) => readdirSync(folder)).filter((name) => name.endsWith('.db'));
    expect(made).toHaveLength(1);
  } finally {
    await on.stop();
  }
});
