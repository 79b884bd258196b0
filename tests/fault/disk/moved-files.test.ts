import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openExisting } from '@/lib/data/sqlite/files';
import { serve, suiteFolder } from '../../support/fault/serve';
import { reportRequest } from '../../support/process/requests';
import { logLines, ROOT, startService, stopService } from '../../support/process/service';

/** After this, every response says 503. */
const REFUSED_WITHIN_MS = 1_000;
const folder = suiteFolder();

const reportsIn = (file: string): number => {
  const database = openExisting(file, { readonly: true });
  try {
    return Number(database.prepare('SELECT count(*) FROM reports').pluck().get());
  } finally {
    database.close();
  }
};

type Case = {
  readonly name: string;
  readonly break: (file: string) => void;
  /** Whether the file at the path holds everything afterwards. Else a file beside it does. */
  readonly isInPlace: boolean;
};

const CASES: readonly Case[] = [
  { name: 'removed', break: (file) => rmSync(file), isInPlace: false },
  { name: 'moved', break: (file) => renameSync(file, `${file}.old`), isInPlace: false },
  {
    name: 'replaced',
    break: (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    isInPlace: false,
  },
  { name: 'without its WAL', break: (file) => rmSync(`${file}-wal`), isInPlace: true },
  { name: 'without its shm', break: (file) => rmSync(`${file}-shm`), isInPlace: true },
  {
    name: 'in a folder that was removed',
    break: (file) => rmSync(dirname(file), { recursive: true }),
    isInPlace: false,
  },
];

it.each(CASES)(
  'a database $name: 503 within a second, one line in the log, and every acknowledged report is kept',
  async ({ name, break: breakIt, isInPlace }) => {
    const file = join(folder, name.replaceAll(' ', '-'), 'botmeter.db');
    const { service, operator, client, stop } = await serve(file);
    onTestFinished(() => service.kill('SIGKILL'));
    const bots = await operator.bots(20, 'business');
    await operator.close();
    for (const bot of bots) expect((await client.send(reportRequest(bot))).status).toBe(200);
    const ready = '/api/health/ready';
    expect((await client.send({ path: ready })).status).toBe(200);

    breakIt(file);
    const brokenAt = performance.now();
    const statuses: number[] = [];
    while (performance.now() - brokenAt < REFUSED_WITHIN_MS + 200) {
      const { status } = await client.send({ path: ready });
      if (performance.now() - brokenAt > REFUSED_WITHIN_MS) statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([503]));
    for (const bot of bots) expect((await client.send(reportRequest(bot))).status).toBe(503);
    expect((await client.send({ path: '/api/health/live' })).status).toBe(200);

    await expect
      .poll(() => logLines(service).some(({ msg }) => msg === 'everything that was committed is saved'))
      .toBe(true);
    expect(logLines(service).filter(({ level }) => level === 60)).toHaveLength(1);
    if (!isInPlace)
      expect(commandOn(file)).toMatch(/was removed, moved or replaced\. Stop the service first\.\n$/);
    await stop();

    const rescued = readdirSync(dirname(file)).find((one) => one.includes('.rescued-'));
    const kept = isInPlace ? file : join(dirname(file), rescued ?? 'none');
    expect(rescued === undefined).toBe(isInPlace);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(reportsIn(kept)).toBe(bots.length);
    expect(readdirSync(dirname(file)).filter((one) => one.endsWith('-service'))).toEqual([]);
  },
);

/** What a command prints about the file that is at the path now. */
function commandOn(file: string): string {
  const env = { ...process.env, DATABASE_URL: `file:${file}` };
  try {
    execFileSync(process.execPath, ['lib/build/cli.mjs', 'bot', 'list'], { cwd: ROOT, env, stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}

it('a marker of a service that was killed keeps no command and no start from a database that was restored', async () => {
  const file = join(folder, 'killed', 'botmeter.db');
  const { service, operator, client } = await serve(file);
  client.close();
  await operator.close();
  await stopService(service, 'SIGKILL');
  copyFileSync(file, `${file}.copy`);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  renameSync(`${file}.copy`, file);
  expect(commandOn(file)).toBe('');
  await stopService(await startService({ databaseFile: file }));
});
