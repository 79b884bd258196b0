import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Shard, ShardingManager } from 'discord.js';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHttpService } from './http-service';
import { SimulatedService } from './simulated-service';
import { BOT_ID, clientOn, KEY, VirtualTime } from './virtual-time';

/** Real managers with real shard processes; only the gateway is missing. */
const SHARD_FILE = fileURLToPath(new URL('./fixtures/shard.mjs', import.meta.url));
const ENTRY = fileURLToPath(new URL('../../../lib/client/index.ts', import.meta.url));
/** Shard 0: 1 server and an unavailable one, shard 1: 2 and an unavailable one. */
const SUM = { serverCount: 5, userCount: 300, shardCount: 2 };

let folder: string;
let http: Awaited<ReturnType<typeof openHttpService>>;
const managers: ShardingManager[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-shards-'));
  http = await openHttpService();
  await build({
    entryPoints: [ENTRY],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'client.mjs'),
  });
});
afterAll(async () => {
  for (const manager of managers)
    for (const shard of manager.shards.values()) if (shard.process) shard.kill();
  await http.close();
  rmSync(folder, { recursive: true });
  // Otherwise a client of discord.js in another test of this process would take itself for a shard.
  for (const name of Object.keys(process.env)) if (name.startsWith('SHARD')) delete process.env[name];
});

function newManager(options: { totalShards?: number; shardList?: number[] } = {}): ShardingManager {
  const manager = new ShardingManager(SHARD_FILE, { totalShards: 2, respawn: false, ...options });
  managers.push(manager);
  return manager;
}

/** Starts a process for each shard, which is not ready yet. */
async function spawnAll(manager: ShardingManager): Promise<void> {
  const up: Promise<unknown>[] = [];
  manager.on('shardCreate', (shard) => up.push(message(shard, 'up')));
  await manager.spawn({ delay: 0, timeout: -1 });
  await Promise.all(up);
}

function message(shard: Shard, key: string): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (sent: { [key: string]: unknown }) => {
      if (!(key in sent)) return;
      shard.off('message', hear);
      resolve(sent[key]);
    };
    shard.on('message', hear);
  });
}

function shardOf(manager: ShardingManager, id: number): Shard {
  const shard = manager.shards.get(id);
  if (!shard) throw new Error('no such shard');
  return shard;
}

async function makeReady(shard: Shard): Promise<void> {
  const ready = new Promise<void>((resolve) => shard.once('ready', () => resolve()));
  await shard.send({ order: 'be ready' });
  await ready;
}

function sendFrom(shard: Shard): Promise<unknown> {
  const outcome = message(shard, 'outcome');
  void shard.send({ order: 'send' });
  return outcome;
}

const NOT_READY = { ok: false, error: { code: 'not_ready' } };

test('a ShardingManager is reported as one sum while all of its shards are ready', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'business');
  const client = clientOn(time, { fetch: service.fetch });
  const manager = newManager();
  client.start(manager);
  expect(await client.sendStats()).toMatchObject(NOT_READY);
  await spawnAll(manager);
  expect(await client.sendStats()).toMatchObject(NOT_READY);
  await makeReady(shardOf(manager, 0));
  expect(await client.sendStats()).toMatchObject(NOT_READY);
  await makeReady(shardOf(manager, 1));
  expect(await client.sendStats()).toMatchObject({ ok: true, data: SUM });
  shardOf(manager, 1).kill();
  expect(await client.sendStats()).toMatchObject(NOT_READY);
  client.stop();
  expect(service.reportsAtMs.length).toBe(1);
});

test('a ShardingManager with only some of the shards is not reported: the sum would be too low', async () => {
  const client = clientOn(new VirtualTime());
  const manager = newManager({ totalShards: 3, shardList: [0, 1] });
  client.start(manager);
  await spawnAll(manager);
  for (const shard of manager.shards.values()) await makeReady(shard);
  const message = expect.stringContaining('2 of 3 shards');
  expect(await client.sendStats()).toMatchObject({ ok: false, error: { code: 'invalid_source', message } });
  client.stop();
});

test('of clients inside shards only the first reports: the sum of all, once all are ready', async () => {
  process.env.CLIENT_MODULE = join(folder, 'client.mjs');
  process.env.CLIENT_OPTIONS = JSON.stringify({ baseUrl: http.url, apiKey: KEY, botId: BOT_ID });
  const manager = newManager();
  await spawnAll(manager);
  delete process.env.CLIENT_MODULE;
  const [first, second] = [shardOf(manager, 0), shardOf(manager, 1)];
  expect(await sendFrom(first)).toMatchObject(NOT_READY);
  await makeReady(first);
  expect(await sendFrom(first)).toMatchObject(NOT_READY);
  await makeReady(second);
  expect(await sendFrom(second)).toMatchObject({ ok: false, error: { code: 'not_leader' } });
  expect(http.bodies).toEqual([]);
  expect(await sendFrom(first)).toMatchObject({ ok: true, data: SUM });
  expect(http.bodies).toEqual([{ botId: BOT_ID, ...SUM }]);
});
