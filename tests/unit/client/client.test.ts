import { inspect } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import {
  BotmeterClient,
  type BotmeterError,
  type PlanChange,
  type Receipt,
  type Result,
} from '@/lib/client/index';
import { SimulatedService } from './simulated-service';
import { BOT_ID, clientOn, KEY, settle, VirtualTime } from './virtual-time';

const valid = { baseUrl: 'http://service.test', apiKey: KEY, botId: BOT_ID };
const STATS = { serverCount: 4, userCount: 273 };

function setUp(plan: 'free' | 'premium' | 'business' = 'free') {
  const time = new VirtualTime();
  const service = new SimulatedService(time, plan);
  return { time, service, client: clientOn(time, { fetch: service.fetch }) };
}

test.each<[string, unknown, string]>([
  ['no options', undefined, '{ baseUrl, apiKey, botId }'],
  ['no key', { ...valid, apiKey: undefined }, 'apiKey'],
  ['an empty key', { ...valid, apiKey: ' ' }, 'apiKey'],
  ['a key with a line break', { ...valid, apiKey: `${KEY}\n${KEY}` }, 'apiKey'],
  ['a number as id', { ...valid, botId: Number('1234567890123456789') }, 'botId'],
  ['an id of 16 digits', { ...valid, botId: '1234567890123456' }, 'botId'],
  ['an id of 21 digits', { ...valid, botId: '123456789012345678901' }, 'botId'],
  ['no address', { ...valid, baseUrl: undefined }, 'baseUrl'],
  ['another protocol', { ...valid, baseUrl: 'ftp://service.test' }, 'baseUrl'],
  ['a password in the address', { ...valid, baseUrl: `http://user:${KEY}@service.test` }, 'baseUrl'],
])('with %s nothing throws; errors name the option and not the key', async (_, options, named) => {
  const client = new BotmeterClient(options as typeof valid);
  const errors: BotmeterError[] = [];
  client.on('error', (error) => errors.push(error));
  client.start({ collect: () => null });
  const results = [await client.sendStats(), await client.getApiUsage()];
  client.stop();
  const refused = { ok: false, error: { code: 'invalid_options' } };
  expect(results).toMatchObject([refused, refused]);
  expect(errors.map(({ code }) => code)).toEqual(['invalid_options', 'invalid_options', 'invalid_options']);
  expect(errors[0]?.message).toContain(named);
  expect(inspect([client, errors, results], { depth: null })).not.toContain(KEY);
});

test.each([
  ['http://service.test', KEY, '1'.repeat(17), 'http://service.test/api/v1/usage'],
  ['http://service.test/', ` ${KEY}\n`, '1'.repeat(20), 'http://service.test/api/v1/usage'],
  [' https://service.test:8443/stats// ', KEY, BOT_ID, 'https://service.test:8443/stats/api/v1/usage'],
])('a client with address %j, key %j and id %s requests %s', async (baseUrl, apiKey, botId, url) => {
  const requests: unknown[] = [];
  const client = clientOn(new VirtualTime(), {
    baseUrl,
    apiKey,
    botId,
    fetch: async (requested, init) => {
      requests.push([requested, new Headers(init.headers).get('authorization')]);
      return new Response();
    },
  });
  await client.getApiUsage();
  expect(requests).toEqual([[url, `Bearer ${KEY}`]]);
});

test('sends exactly the fields of the contract as JSON', async () => {
  const { time, service } = setUp();
  const sent: unknown[] = [];
  const client = clientOn(time, {
    fetch: (url, init) => {
      const type = new Headers(init.headers).get('content-type');
      sent.push([url, init.method, type, JSON.parse(String(init.body))]);
      return service.fetch(url, init);
    },
  });
  const outcome = await client.sendStats({ ...STATS, token: 'secret' } as typeof STATS);
  expect(outcome).toMatchObject({ ok: true, data: { botId: BOT_ID, shardCount: 1 } });
  const body = { botId: BOT_ID, ...STATS };
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
  const { service, client } = setUp();
  const outcome = await client.sendStats(stats);
  expect(outcome).toMatchObject(isSent ? { ok: true } : { ok: false, error: { code: 'invalid_stats' } });
  expect(service.reportsAtMs.length).toBe(isSent ? 1 : 0);
});

test('of two simultaneous reports the second is sent after the first and refused as too soon', async () => {
  const { client } = setUp();
  const [first, second] = await Promise.all([client.sendStats(STATS), client.sendStats(STATS)]);
  expect(first.ok).toBe(true);
  const error = { code: 'update_too_soon', status: 429, retryAfterSeconds: 1_800 };
  expect(second).toMatchObject({ ok: false, error });
});

test('sendStats without statistics and without a source is an error', async () => {
  const outcome = await clientOn(new VirtualTime()).sendStats();
  expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_source' } });
});

test('getApiUsage returns the usage record', async () => {
  const data = { tier: { name: 'premium' }, usage: { apiCalls: { used: 1 } } };
  expect(await setUp('premium').client.getApiUsage()).toMatchObject({ ok: true, data });
});

const HISTORY = { from: '', to: '', unit: 'report', points: [], gaps: [], padding: 'a'.repeat(1_000_000) };
const TOTALS = { total: 0, monthly: 0, weekly: 0, today: 0 };
const VOTES = { ...TOTALS, recentVoters: [], monthlyHistory: [], sources: [], nextCursor: null };
const BOT = `/bots/${BOT_ID}`;
const DAY = { from: new Date(0), to: '1970-01-02T00:00+01:00', unit: 'hour' } as const;
const QUERY = '?from=1970-01-01T00%3A00%3A00.000Z&to=1970-01-02T00%3A00%2B01%3A00&unit=hour';
const MARK = { id: '1', at: '2026-02-05T02:35:00.000Z', kind: 'deploy', text: 'Version 2.4' };
const NOBODY = undefined as unknown as string;
const BREAKDOWN = { cycle: {}, operations: [], keys: [], days: [] };
const UNTIL = { until: '2026-02-05T03:05:00.000Z' };
test.each<[string, (client: BotmeterClient) => Promise<Result<unknown>>, string, object]>([
  ['heartbeat', (client) => client.heartbeat(), 'POST /heartbeat', { receivedAt: '' }],
  ['getHistory', (client) => client.getHistory(), `GET ${BOT}/history`, HISTORY],
  ['getHistory of a day', (client) => client.getHistory(DAY), `GET ${BOT}/history${QUERY}`, HISTORY],
  ['getAnalytics', (client) => client.getAnalytics(), `GET ${BOT}/analytics`, { growth: {}, coverage: {} }],
  ['mark', (client) => client.mark('Version 2.4', { kind: 'deploy' }), `POST ${BOT}/marks`, MARK],
  ['pause', (client) => client.pause(30, 'Moving'), `POST ${BOT}/pause`, UNTIL],
  ['resume', (client) => client.resume(), `DELETE ${BOT}/pause`, { until: null }],
  ['getUsageBreakdown', (client) => client.getUsageBreakdown(), 'GET /usage/breakdown', BREAKDOWN],
  ['getVotes', (client) => client.getVotes(), 'GET /votes', VOTES],
  [
    'a page',
    (client) => client.getVotes({ limit: 50, cursor: '1.a' }),
    'GET /votes?limit=50&cursor=1.a',
    VOTES,
  ],
  ['hasVoted', (client) => client.hasVoted('4 2&'), 'GET /votes?userId=4+2%26', { voted: false }],
  ['hasVoted of nobody', (client) => client.hasVoted(NOBODY), 'GET /votes?userId=', { voted: false }],
])(
  '%s resolves to what the service returns; its failure does not delay reports',
  async (_, call, line, data) => {
    const { time, service } = setUp('business');
    const requests: string[] = [];
    let answer = Response.json({ success: true, data });
    const client = clientOn(time, {
      fetch: async (url, init) => {
        if (/bots\/stats$|usage$/.test(url)) return service.fetch(url, init);
        requests.push(`${init.method} ${url.replace('http://service.test/api/v1', '')}`);
        return answer;
      },
    });
    client.start({ collect: () => STATS });
    await time.advance(30_000);
    expect(await call(client)).toEqual({ ok: true, data });
    answer = Response.json({ success: false, error: 'not_found' }, { status: 404 });
    expect(await call(client)).toMatchObject({ ok: false, error: { code: 'not_found', status: 404 } });
    expect(requests).toEqual([line, line]);
    await time.advance(60_000);
    expect(service.reportsAtMs.length).toBe(2);
    client.stop();
  },
);

test('once calls its listener once, and off removes one', async () => {
  const { time, client } = setUp('business');
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
  const client = new BotmeterClient(valid);
  client.on('report', (receipt) => expectTypeOf(receipt).toEqualTypeOf<Receipt>());
  client.on('plan', (plan) => expectTypeOf(plan).toEqualTypeOf<PlanChange>());
  client.on('error', (error) => expectTypeOf(error).toEqualTypeOf<BotmeterError>());
  expectTypeOf(client.sendStats).returns.toEqualTypeOf<Promise<Result<Receipt>>>();
  // @ts-expect-error there is no such event
  client.on('reports', () => undefined);
});

test('the key is not in the inspection or the JSON of a client', () => {
  const client = clientOn(new VirtualTime());
  expect(inspect(client, { depth: null, showHidden: true }) + JSON.stringify(client)).not.toContain(KEY);
});

test('the key is removed from events and results if a response quotes it', async () => {
  const { time, service } = setUp();
  const heard: unknown[] = [];
  const client = clientOn(time, {
    fetch: async (url, init) => {
      const response = await service.fetch(url, init);
      return new Response((await response.text()).replace('TestBot', KEY), response);
    },
  }).on('report', (receipt) => heard.push(receipt));
  heard.push(await client.sendStats(STATS), await client.getApiUsage());
  expect(heard).toMatchObject([{ botName: '[key]' }, { ok: true }, { ok: true }]);
  expect(JSON.stringify(heard)).not.toContain(KEY);
});
