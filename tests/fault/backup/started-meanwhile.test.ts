import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runsWell, underStrace } from '../../support/fault/commands';
import { contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import { settingsFor } from '../../support/process/database-url';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

/** A server that did not wait would be ready within this time after it opened the database. */
const READY_WITHIN_MS = 3_000;

const folder = suiteFolder();
const backup = join(folder, 'new.backup');
let bot: TestBot;
let service: Service | undefined;

beforeAll(async () => {
  const source = join(folder, 'new.db');
  await createOwner(source);
  const operator = new Operator(source);
  bot = await operator.bot();
  await operator.close();
  await runsWell(source, 'backup', backup);
});
afterAll(async () => {
  if (service !== undefined) await stopService(service, 'SIGKILL');
});

/** The files that a process has open; none when it has ended. */
function openedBy(pid: number): string[] {
  const linked = (path: string) => {
    try {
      return [readlinkSync(path)];
    } catch {
      return [];
    }
  };
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linked(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

/** Waits until a process other than `other` has a file open; returns its id. */
async function opener(file: string, other?: number): Promise<number> {
  let pid: number | undefined;
  const isFound = () => {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((one) => one > 0 && one !== other);
    pid = pids.find((one) => openedBy(one).includes(file));
    return pid !== undefined;
  };
  await expect.poll(isFound, { interval: 5, timeout: 20_000 }).toBe(true);
  return pid ?? 0;
}

/** The state of a process: `T` or `t` while it is stopped. */
const stateOf = (pid: number): string => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';

it('a server that starts during a restore waits for it and serves the restored database', async () => {
  const file = join(folder, 'live', 'botmeter.db');
  await seedDatabase(file, 5);
  const partial = `${file}.botmeter-partial/database`;
  // Stops the restore when it has written the new database and not renamed it yet.
  const restoring = underStrace(
    { args: ['restore', backup, '--force'], env: settingsFor(file) },
    [partial],
    'fsync:signal=STOP:when=1',
  );
  const restorer = await opener(`${file}.botmeter-partial/lock`);
  // On a busy machine it may not have come so far.
  await expect.poll(() => stateOf(restorer), { interval: 5, timeout: 60_000 }).toMatch(/^[tT]$/);
  const starting = startService({ databaseFile: file });
  await opener(file, restorer);
  await Promise.race([starting, setTimeout(READY_WITHIN_MS)]);
  // Each of its threads stops at its first sync. It may end at any moment, so its process need not be there.
  const going = setInterval(() => {
    try {
      if (openedBy(restorer).length > 0) process.kill(restorer, 'SIGCONT');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }, 20);
  const { calls } = await restoring.finally(() => clearInterval(going));
  service = await starting;
  expect(calls.some((call) => call.startsWith('rename('))).toBe(true);

  const replaced = openedBy(service.pid).filter((p) => p.startsWith(file) && p.includes('(deleted)'));
  expect(replaced).toEqual([]);
  const client = new Client(service.port);
  expect((await client.send(reportRequest(bot))).status).toBe(200);
  client.close();
  const { bots, reports } = await contentOf(file);
  expect(bots.map(({ id }) => id)).toEqual([bot.id]);
  expect(reports).toHaveLength(1);
});
