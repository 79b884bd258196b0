import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf } from '../../support/fault/database-contents';
import { seedDatabase } from '../../support/fault/seed-database';
import { underStrace } from '../../support/fault/trace-commands';
import { settingsFor } from '../../support/process/database-url';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';
import { openShell } from '../../unit/cli/run';

/** A server that did not wait would be ready so long after it has opened the database; one that waits has more patience. */
const READY_WITHIN_MS = 3_000;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-meanwhile-'));
const backup = join(folder, 'new.backup');
let bot: TestBot;
let service: Service | undefined;

beforeAll(async () => {
  const made = join(folder, 'new.db');
  await createOwner(made);
  const operator = new Operator(made);
  bot = await operator.bot();
  await operator.close();
  expect(await openShell(settingsFor(made), true).botmeter(['backup', backup])).toMatchObject({ status: 0 });
});
afterAll(async () => {
  if (service !== undefined) await stopService(service, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

/** What a process has open; nothing, once it is gone. */
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

/** Waits for a process, other than one, that has a file open. */
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

it('a server that starts while a restore is made waits for it, and serves what it has put there', {
  timeout: 60_000,
}, async () => {
  const file = join(folder, 'live', 'botmeter.db');
  await seedDatabase(file, 5);
  const partial = `${file}.botmeter-partial/database`;
  // Stopped when it has written the new database, before that has its name.
  const restoring = underStrace(
    { args: ['restore', backup, '--force'], env: settingsFor(file) },
    [partial],
    'fsync:signal=STOP:when=1',
  );
  const restorer = await opener(`${file}.botmeter-partial/lock`);
  const starting = startService({ databaseFile: file });
  await opener(file, restorer);
  await Promise.race([starting, setTimeout(READY_WITHIN_MS)]);
  process.kill(restorer, 'SIGCONT');
  service = await starting;
  expect((await restoring).calls.some((call) => call.startsWith('rename('))).toBe(true);

  const replaced = openedBy(service.pid).filter(
    (path) => path.startsWith(file) && path.includes('(deleted)'),
  );
  expect(replaced).toEqual([]);
  const client = new Client(service.port);
  const answer = await client.send(reportRequest(bot));
  client.close();
  expect(answer.status).toBe(200);
  const { bots, reports } = await contentOf(file);
  expect(bots.map(({ id }) => id)).toEqual([bot.id]);
  expect(reports).toHaveLength(1);
});
