import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf } from '../../support/fault/contents';
import { fillDatabase } from '../../support/fault/filled';
import { underStrace } from '../../support/fault/killed-commands';
import { settingsFor } from '../../support/process/database-url';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';
import { bearer, REPORT_PATH, report } from '../../support/process/site';
import { openShell } from '../../unit/cli/run';

/** So long the restore stands before it gives the new database its name: longer than a server takes to open one. */
const STANDS_US = 3_000_000;

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

it('a server that starts while a restore is made waits for it, and serves what it has put there', {
  timeout: 60_000,
}, async () => {
  const file = join(folder, 'live', 'botmeter.db');
  await fillDatabase(file, 5);
  const partial = `${file}.botmeter-partial/database`;
  const restoring = underStrace(
    { args: ['restore', backup, '--force'], env: settingsFor(file) },
    [partial],
    `rename:delay_enter=${STANDS_US}`,
  );
  await expect.poll(() => existsSync(partial), { interval: 5, timeout: 20_000 }).toBe(true);
  service = await startService({ databaseFile: file });
  expect((await restoring).calls.some((call) => call.startsWith('rename('))).toBe(true);

  const { pid } = service;
  const opened = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(opened.filter((path) => path.startsWith(file) && path.includes('(deleted)'))).toEqual([]);
  const client = new Client(service.port);
  const answer = await client.send({
    method: 'POST',
    path: REPORT_PATH,
    headers: { ...bearer(bot), 'Content-Type': 'application/json' },
    body: JSON.stringify(report(bot)),
  });
  client.close();
  expect(answer.status).toBe(200);
  const { bots, reports } = await contentOf(file);
  expect(bots.map(({ id }) => id)).toEqual([bot.id]);
  expect(reports).toHaveLength(1);
});
