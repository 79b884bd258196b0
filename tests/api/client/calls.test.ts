import { expect, test } from 'vitest';
import { BotmeterClient } from '@/lib/client/client';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

const site = await siteForFile();
await makePerson(site, 'owner@example.org', 'owner');

test('the calls beside reports resolve to what the service returns', async () => {
  const botId = '1483746529000000901';
  await makeBot(site, { id: botId, owner: 'owner@example.org', plan: 'business' });
  const { key } = await makeKey(site, botId);
  const client = new BotmeterClient({ baseUrl: site.origin, apiKey: key, botId });
  await client.sendStats({ serverCount: 4, userCount: 273 });
  expect(await client.heartbeat()).toMatchObject({ ok: true, data: { receivedAt: expect.any(String) } });
  expect(await client.getHistory({ from: new Date(Date.now() - 3_600_000), unit: 'report' })).toMatchObject({
    data: { unit: 'report', points: [{ servers: 4, users: 273, shards: 1 }], gaps: [] },
  });
  expect(await client.getAnalytics()).toMatchObject({
    data: { growth: { servers: { current: 4 } }, months: {} },
  });
  const error = { code: 'invalid_query', message: expect.stringContaining('from: ') };
  expect(await client.getHistory({ from: 'yesterday' })).toMatchObject({ ok: false, error });
});
