import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { serve, suiteFolder } from '../../support/fault/serve';
import { copyOut, fill, type SmallDisk, underSmallDisk } from '../../support/fault/small-disk';
import { Client } from '../../support/process/http';
import { expectInvariants, Load } from '../../support/process/load';
import { Operator, type TestBot } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';
import { runToEnd, type Service, startService } from '../../support/process/service';

const FREE_BYTES = 2_000_000;
const BACK_WITHIN_MS = 5_000;
const CONNECTIONS = 16;

const folder = suiteFolder();
const seed = join(folder, 'seed');
const disk = join(folder, 'disk');
let bots: TestBot[];
let small: SmallDisk;
let service: Service | undefined;

beforeAll(async () => {
  mkdirSync(disk);
  const databaseFile = join(seed, 'botmeter.db');
  const { operator, stop } = await serve(databaseFile);
  bots = await operator.bots(4_000, 'business');
  await stop();
  small = { folder: disk, from: seed, bytes: statSync(databaseFile).size + FREE_BYTES };
});
afterAll(() => service?.kill('SIGKILL'));

it('on a full disk sends 503 to calls it cannot count, loses and doubles no report, and recovers once there is space', async () => {
  service = await startService({ databaseFile: join(disk, 'botmeter.db'), under: underSmallDisk(small) });
  const { pid, port } = service;
  const load = new Load(bots, { isStorageFailing: true, pauseMs: 2 });
  const running = load.run(port, CONNECTIONS);
  const reached = (condition: () => boolean) =>
    expect.poll(condition, { timeout: 30_000, interval: 5 }).toBe(true);
  await reached(() => load.acknowledgedReports > 200);
  const freeSpace = fill(pid, small);
  await reached(() => load.unavailable > 500);

  const client = new Client(port);
  const [bot] = bots;
  if (bot === undefined) throw new Error('There are no bots.');
  const read = () => client.send(usageRequest(bot));
  // A usage read is counted too.
  expect((await read()).status).toBe(503);
  expect((await client.send({ path: '/api/health/live' })).status).toBe(200);
  // The result of a readiness check is cached for a second.
  const ready = async () => (await client.send({ path: '/api/health/ready' })).status;
  await expect.poll(ready).toBe(503);

  const acknowledged = load.acknowledgedReports;
  freeSpace();
  const freedAt = performance.now();
  while ((await read()).status !== 200) expect(performance.now() - freedAt).toBeLessThan(BACK_WITHIN_MS);
  const backAfterMs = performance.now() - freedAt;
  await reached(() => load.acknowledgedReports > acknowledged + 100);
  load.stop();
  await running;
  client.close();

  // The copy of a stopped process's files is what a power loss would leave.
  service.kill('SIGSTOP');
  const left = join(folder, 'left');
  copyOut(pid, small, left);
  service.kill('SIGKILL');
  const operator = new Operator(join(left, 'botmeter.db'));
  // The load does not know the calls made for this bot above.
  const { [bot.id]: _, ...others } = Object.fromEntries(load.journals);
  const { notStored, unexpected, usedBefore } = load;
  await expectInvariants(
    operator,
    { journals: new Map(Object.entries(others)), notStored, unexpected, usedBefore },
    { intervalMs: 60_000, unansweredCounted: true },
  );
  await operator.close();
  figure(
    'Disk',
    'a full disk',
    `${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} calls got 503; available ${backAfterMs.toFixed(0)} ms after space was freed`,
  );
});

it('a read-only disk stops the start with one line that names the file', async () => {
  const databaseFile = join(disk, 'botmeter.db');
  const before = readFileSync(join(seed, 'botmeter.db'));
  const { code, stderr } = await runToEnd({ databaseFile, under: underSmallDisk(small, true) });
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^The database .*botmeter\.db cannot be used: .*(read-only|readonly).*$/i),
  ]);
  expect(readFileSync(join(seed, 'botmeter.db')).equals(before)).toBe(true);
});
