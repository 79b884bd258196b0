import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { copyOut, fill, type SmallDisk, underSmallDisk } from '../../support/fault/small-disk';
import { Client } from '../../support/process/http';
import { expectInvariants } from '../../support/process/invariants';
import { Load } from '../../support/process/load';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';
import { runToEnd, type Service, startService, stopService } from '../../support/process/service';

const ROOM_BYTES = 2_000_000;
const BACK_WITHIN_MS = 5_000;
const CONNECTIONS = 16;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-full-'));
const seed = join(folder, 'seed');
const disk = join(folder, 'disk');
let bots: TestBot[];
let small: SmallDisk;
let service: Service | undefined;

beforeAll(async () => {
  mkdirSync(disk);
  const databaseFile = join(seed, 'botmeter.db');
  const first = await startService({ databaseFile });
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  bots = await operator.bots(4_000, 'business');
  await operator.close();
  await stopService(first);
  small = { folder: disk, from: seed, bytes: statSync(databaseFile).size + ROOM_BYTES };
});
afterAll(() => {
  service?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

it('a full disk: 503 for what cannot be counted, nothing lost or doubled, and service again once there is room', {
  timeout: 120_000,
}, async () => {
  service = await startService({ databaseFile: join(disk, 'botmeter.db'), under: underSmallDisk(small) });
  const { pid, port } = service;
  const load = new Load(bots, { isStorageFailing: true, pauseMs: 2 });
  const running = load.run(port, CONNECTIONS);
  const reached = async (isSo: () => boolean) => {
    const giveUpAt = performance.now() + 30_000;
    while (!isSo()) {
      expect(performance.now()).toBeLessThan(giveUpAt);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await reached(() => load.acknowledgedReports > 200);
  const makeRoom = fill(pid, small);
  await reached(() => load.unavailable > 500);

  const client = new Client(port);
  const [bot] = bots;
  if (bot === undefined) throw new Error('There are no bots.');
  const read = () => client.send(usageRequest(bot));
  // A usage read cannot be counted either.
  expect((await read()).status).toBe(503);
  expect((await client.send({ path: '/api/health/live' })).status).toBe(200);
  // A probe is shared for a second.
  const ready = async () => (await client.send({ path: '/api/health/ready' })).status;
  await expect.poll(ready, { timeout: 5_000 }).toBe(503);

  const acknowledged = load.acknowledgedReports;
  makeRoom();
  const roomAt = performance.now();
  while ((await read()).status !== 200) expect(performance.now() - roomAt).toBeLessThan(BACK_WITHIN_MS);
  const backAfterMs = performance.now() - roomAt;
  await reached(() => load.acknowledgedReports > acknowledged + 100);
  load.stop();
  await running;
  client.close();

  // Stopped in the act, and looked at as a loss of power would leave it.
  service.kill('SIGSTOP');
  const left = join(folder, 'left');
  copyOut(pid, small, left);
  service.kill('SIGKILL');
  const operator = new Operator(join(left, 'botmeter.db'));
  // The one whose usage was read beside the load has calls of its own.
  const { [bot.id]: _, ...others } = Object.fromEntries(load.journals);
  await expectInvariants(
    operator,
    { journals: new Map(Object.entries(others)), unexpected: load.unexpected },
    { intervalMs: 60_000, unansweredCounted: true },
  );
  await operator.close();
  figure(
    'Disk',
    'a full disk',
    `${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} calls answered 503; back ${backAfterMs.toFixed(0)} ms after there was room`,
  );
});

it('a disk that may only be read stops the start with one line that names the file, and stays as it was', async () => {
  const databaseFile = join(disk, 'botmeter.db');
  const before = readFileSync(join(seed, 'botmeter.db'));
  const { code, stderr } = await runToEnd({ databaseFile, under: underSmallDisk(small, true) });
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^The database .*botmeter\.db cannot be used: .*(read-only|readonly).*$/i),
  ]);
  expect(readFileSync(join(seed, 'botmeter.db')).equals(before)).toBe(true);
});
