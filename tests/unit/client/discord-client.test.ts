import { Client, Status } from 'discord.js';
import { describe, expect, test } from 'vitest';
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

function setUp() {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'business');
  return { time, service, client: clientOn(time, { fetch: service.fetch }) };
}

describe('a discord.js client', () => {
  test('is reported with its guilds and the sum of their members', async () => {
    const { client } = setUp();
    const discord = discordClient({}, [100, 73, 0]);
    discord.ws.status = Status.Ready;
    client.start(discord);
    expect(await client.sendStats()).toMatchObject({
      ok: true,
      data: { serverCount: 3, userCount: 173, shardCount: 1 },
    });
    client.stop();
  });

  test('with several shards in one process is reported as one sum', async () => {
    const { client } = setUp();
    const discord = discordClient({ shards: [0, 1, 2], shardCount: 3 }, [100, 73]);
    discord.ws.status = Status.Ready;
    client.start(discord);
    expect(await client.sendStats()).toMatchObject({
      ok: true,
      data: { serverCount: 2, userCount: 173, shardCount: 3 },
    });
    client.stop();
  });

  test('is not reported, and costs no call, until it is ready; then within 7 s', async () => {
    const { client, time, service } = setUp();
    const discord = discordClient({}, [5]);
    client.start(discord);
    await time.advance(50_000);
    expect(service.used).toBe(0);
    discord.ws.status = Status.Ready;
    await time.advance(7_000);
    expect(service.reportsAtMs.length).toBe(1);
    client.stop();
  });

  test('that holds only some of the shards is not reported: the sum would be too low', async () => {
    const { client, service } = setUp();
    const discord = discordClient({ shards: [0, 1], shardCount: 4 }, [100]);
    discord.ws.status = Status.Ready;
    client.start(discord);
    const outcome = await client.sendStats();
    expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_source' } });
    expect(outcome.ok ? '' : outcome.error.message).toContain('2 of 4 shards');
    expect(service.used).toBe(0);
    client.stop();
  });

  test('that was destroyed is not reported', async () => {
    const { client } = setUp();
    const discord = discordClient({}, [5]);
    discord.ws.status = Status.Ready;
    await discord.destroy();
    client.start(discord);
    expect(await client.sendStats()).toMatchObject({ ok: false, error: { code: 'not_ready' } });
    client.stop();
  });
});
