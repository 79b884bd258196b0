import { Client, Status } from 'discord.js';
import { expect, test } from 'vitest';
import { SimulatedService } from './simulated-service';
import { clientOn, VirtualTime } from './virtual-time';

/** A real client with real guilds in its cache, without a gateway. */
function discordClient(
  options: { shards?: number[]; shardCount?: number },
  memberCounts: readonly number[],
): Client {
  const client = new Client({ intents: [], ...options });
  memberCounts.forEach((member_count, index) => {
    const guild = { id: `${index + 1}`, shardId: 0, name: 'server', member_count, properties: {} };
    Reflect.apply(Reflect.get(client.guilds, '_add'), client.guilds, [guild]);
  });
  return client;
}

function setUp(options: { shards?: number[]; shardCount?: number }, memberCounts: readonly number[]) {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'business');
  const client = clientOn(time, { fetch: service.fetch });
  const discord = discordClient(options, memberCounts);
  discord.ws.status = Status.Ready;
  client.start(discord);
  return { time, service, client, discord };
}

const ALL_SHARDS = { shards: [0, 1, 2], shardCount: 3 };
test.each([
  ['one shard', {}, [100, 73, 0], { serverCount: 3, userCount: 173, shardCount: 1 }],
  ['several shards', ALL_SHARDS, [100, 73], { serverCount: 2, userCount: 173, shardCount: 3 }],
])('a discord.js client with %s is reported as the sum of its guilds', async (_, options, members, sum) => {
  const { client } = setUp(options, members);
  expect(await client.sendStats()).toMatchObject({ ok: true, data: sum });
  client.stop();
});

test('a client that is not ready costs no call; it is reported within 7 s after it is ready', async () => {
  const { client, time, service, discord } = setUp({}, [5]);
  discord.ws.status = Status.Connecting;
  await time.advance(50_000);
  expect(service.used).toBe(0);
  discord.ws.status = Status.Ready;
  await time.advance(7_000);
  expect(service.reportsAtMs.length).toBe(1);
  client.stop();
});

test('a client with only some of the shards is not reported: the sum would be too low', async () => {
  const { client, service } = setUp({ shards: [0, 1], shardCount: 4 }, [100]);
  const message = expect.stringContaining('2 of 4 shards');
  expect(await client.sendStats()).toMatchObject({ ok: false, error: { code: 'invalid_source', message } });
  expect(service.used).toBe(0);
  client.stop();
});

test('a destroyed client is not reported', async () => {
  const { client, discord } = setUp({}, [5]);
  await discord.destroy();
  expect(await client.sendStats()).toMatchObject({ ok: false, error: { code: 'not_ready' } });
  client.stop();
});
