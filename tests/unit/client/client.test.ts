import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  BotmeterClient,
  type BotmeterError,
  type PlanChange,
  type Receipt,
  type Result,
} from '@/lib/client/index';
import { SimulatedService } from './simulated-service';
import { BOT_ID, clientOn, KEY, settle, VirtualTime } from './virtual-time';

const right = { baseUrl: 'http://service.test', apiKey: KEY, botId: BOT_ID };

describe.each<[string, unknown, string]>([
  ['no options', undefined, '{ baseUrl, apiKey, botId }'],
  ['no key', { ...right, apiKey: undefined }, 'apiKey'],
  ['an empty key', { ...right, apiKey: ' ' }, 'apiKey'],
  ['a key with a line break', { ...right, apiKey: `${KEY}\n${KEY}` }, 'apiKey'],
  ['a number as id', { ...right, botId: Number('1234567890123456789') }, 'botId'],
  ['an id of 16 digits', { ...right, botId: '1234567890123456' }, 'botId'],
  ['an id of 21 digits', { ...right, botId: '123456789012345678901' }, 'botId'],
  ['no address', { ...right, baseUrl: undefined }, 'baseUrl'],
  ['another protocol', { ...right, baseUrl: 'ftp://service.test' }, 'baseUrl'],
  ['a password in the address', { ...right, baseUrl: `http://user:${KEY}@service.test` }, 'baseUrl'],
])('with %s', (_, options, named) => {
  test('nothing throws; start and calls say which option to set, without the key', async () => {
    const client = new BotmeterClient(options as typeof right);
    const errors: BotmeterError[] = [];
    client.on('error', (error) => errors.push(error));
    client.start({ collect: () => null });
    const results = [await client.sendStats(), await client.getApiUsage()];
    client.stop();
    expect(results).toMatchObject([
      { ok: false, error: { code: 'invalid_options' } },
      { ok: false, error: { code: 'invalid_options' } },
    ]);
    expect(errors.map(({ code }) => code)).toEqual(['invalid_options', 'invalid_options', 'invalid_options']);
    expect(errors[0]?.message).toContain(named);
    expect(inspect([client, errors, results], { depth: null })).not.toContain(KEY);
  });
});

test.each(['17', '20'])('ids of %s digits and spaces around the key are fine', async (digits) => {
  const asked: RequestInit[] = [];
  const client = clientOn(new VirtualTime(), {
    fetch: async (_, init) => {
      asked.push(init);
      return new Response();
    },
  });
  expect(
    new BotmeterClient({ ...right, apiKey: ` ${KEY}\n`, botId: '1'.repeat(Number(digits)) }),
  ).toBeDefined();
  await client.getApiUsage();
  expect(new Headers(asked[0]?.headers).get('authorization')).toBe(`Bearer ${KEY}`);
});

test.each([
  ['http://service.test', 'http://service.test/api/v1/usage'],
  ['http://service.test/', 'http://service.test/api/v1/usage'],
  [' https://service.test:8443/stats// ', 'https://service.test:8443/stats/api/v1/usage'],
])('%j as base address asks %s', async (baseUrl, url) => {
  const urls: string[] = [];
  const client = clientOn(new VirtualTime(), {
    baseUrl,
    fetch: async (asked) => {
      urls.push(asked);
      return new Response();
    },
  });
  await client.getApiUsage();
  expect(urls).toEqual([url]);
});

test('sends exactly the fields of the contract as JSON', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'free');
  const sent: unknown[] = [];
  const client = clientOn(time, {
    fetch: (url, init) => {
      sent.push([
        url,
        init.method,
        new Headers(init.headers).get('content-type'),
        JSON.parse(String(init.body)),
      ]);
      return service.fetch(url, init);
    },
  });
  const extra = { serverCount: 4, userCount: 273, token: 'secret' };
  expect(await client.sendStats(extra)).toMatchObject({ ok: true, data: { botId: BOT_ID, shardCount: 1 } });
  const body = { botId: BOT_ID, serverCount: 4, userCount: 273 };
  expect(sent).toEqual([['http://service.test/api/v1/bots/stats', 'POST', 'application/json', body]]);
});

test.each([
  [{ serverCount: -1, userCount: 0 }, false],
  [{ serverCount: 0, userCount: 0 }, true],
  [{ serverCount: 10_000_000, userCount: 10_000_000_000 }, true],
  [{ serverCount: 10_000_001, userCount: 0 }, false],
  [{ serverCount: 0, userCount: 10_000_000_001 }, false],
  [{ serverCount: 1, userCount: 1, shardCount: 0 }, false],
  [{ serverCount: 1, userCount: 1, shardCount: 1 }, true],
  [{ serverCount: 1, userCount: 1, shardCount: 100_000 }, true],
  [{ serverCount: 1, userCount: 1, shardCount: 100_001 }, false],
])('%j is sent: %s', async (stats, isSent) => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'free');
  const outcome = await clientOn(time, { fetch: service.fetch }).sendStats(stats);
  expect(outcome).toMatchObject(isSent ? { ok: true } : { ok: false, error: { code: 'invalid_stats' } });
  expect(service.reportsAtMs.length).toBe(isSent ? 1 : 0);
});

test('of two reports at once the second waits its turn and hears that it is too soon', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'free');
  const client = clientOn(time, { fetch: service.fetch });
  const stats = { serverCount: 1, userCount: 1 };
  const [first, second] = await Promise.all([client.sendStats(stats), client.sendStats(stats)]);
  expect(first.ok).toBe(true);
  expect(second).toMatchObject({
    ok: false,
    error: { code: 'update_too_soon', status: 429, retryAfterSeconds: 1_800 },
  });
});

test('sendStats without statistics and without a source says what to do', async () => {
  const outcome = await clientOn(new VirtualTime()).sendStats();
  expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_source' } });
});

test('getApiUsage gives the usage record', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'premium');
  const outcome = await clientOn(time, { fetch: service.fetch }).getApiUsage();
  expect(outcome).toMatchObject({
    ok: true,
    data: { tier: { name: 'premium' }, usage: { apiCalls: { used: 1 } } },
  });
});

test('once listens once, off ends on', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'business');
  const client = clientOn(time, { fetch: service.fetch });
  const heard: string[] = [];
  const on = () => heard.push('on');
  client.once('report', () => heard.push('once')).on('report', on);
  client.start({ collect: () => ({ serverCount: 1, userCount: 1 }) });
  await time.advance(70_000);
  client.off('report', on);
  await time.advance(600_000);
  await settle();
  expect(heard).toEqual(['once', 'on', 'on']);
});

test('events and results are typed', () => {
  const client = new BotmeterClient(right);
  client.on('report', (receipt) => expectTypeOf(receipt).toEqualTypeOf<Receipt>());
  client.on('plan', (plan) => expectTypeOf(plan).toEqualTypeOf<PlanChange>());
  client.on('error', (error) => expectTypeOf(error).toEqualTypeOf<BotmeterError>());
  expectTypeOf(client.sendStats).returns.toEqualTypeOf<Promise<Result<Receipt>>>();
  // @ts-expect-error there is no such event
  client.on('reports', () => undefined);
});

test('the key is in no inspection and no JSON of a client', () => {
  const client = clientOn(new VirtualTime());
  expect(inspect(client, { depth: null, showHidden: true }) + JSON.stringify(client)).not.toContain(KEY);
});

test('an answer that quotes the key reaches events and results without it', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'free');
  const heard: unknown[] = [];
  const client = clientOn(time, {
    fetch: async (url, init) => {
      const answer = await service.fetch(url, init);
      return new Response((await answer.text()).replace('TestBot', KEY), answer);
    },
  }).on('report', (receipt) => heard.push(receipt));
  heard.push(await client.sendStats({ serverCount: 1, userCount: 1 }), await client.getApiUsage());
  expect(heard).toMatchObject([{ botName: '[key]' }, { ok: true }, { ok: true }]);
  expect(JSON.stringify(heard)).not.toContain(KEY);
});
