import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BotmeterClient } from '@/lib/client/client';
import type { BotmeterError } from '@/lib/client/error';
import type { Stats } from '@/lib/client/records';
import type { Source } from '@/lib/client/source';
import { SimulatedService } from '../../unit/client/simulated-service';
import { clientOn, KEY, settle, VirtualTime } from '../../unit/client/virtual-time';

const STATS = { serverCount: 4, userCount: 273 };

let unhandled: unknown[];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', note).on('uncaughtException', note);
});
afterEach(() => {
  process.off('unhandledRejection', note).off('uncaughtException', note);
});

function setUp() {
  const time = new VirtualTime(5);
  const service = new SimulatedService(time, 'free');
  const client = clientOn(time, { fetch: service.fetch });
  const errors: BotmeterError[] = [];
  client.on('error', (error) => errors.push(error));
  return { time, service, client, errors };
}

/** Values that throw when they are used. */
const throwing = (thrown: unknown) => () => {
  throw thrown;
};
const hostile = new Proxy(
  {},
  {
    get: throwing(new Error('trap')),
    getPrototypeOf: throwing(new Error('trap')),
  },
);

test.each<[string, () => unknown, string]>([
  ['throws', throwing(new Error(`boom ${KEY}`)), 'source_failed'],
  ['throws a string', throwing('boom'), 'source_failed'],
  ['throws nothing', throwing(undefined), 'source_failed'],
  ['throws a symbol', throwing(Symbol('boom')), 'source_failed'],
  ['throws a trap', throwing(hostile), 'source_failed'],
  ['rejects', () => Promise.reject(new Error('boom')), 'source_failed'],
  ['returns a trap', () => hostile, 'source_failed'],
  ['returns text', () => 'four', 'invalid_stats'],
  ['returns a fraction', () => ({ serverCount: 1.5, userCount: 1 }), 'invalid_stats'],
  ['returns NaN', () => ({ serverCount: 1, userCount: Number.NaN }), 'invalid_stats'],
  ['hangs', () => new Promise(() => undefined), 'source_timeout'],
])(
  'a source that %s causes no request, emits an error with advice, and is reported once it works again',
  async (_, collect, code) => {
    const { time, service, client, errors } = setUp();
    let isWorking = false;
    client.start({ collect: () => (isWorking ? STATS : collect()) as Stats });
    await time.advance(16_000);
    expect(errors[0]).toMatchObject({ code });
    expect(errors[0]?.message).toMatch(/Fix|Check/);
    expect(errors[0]?.message).not.toContain(KEY);
    expect(errors.length).toBeLessThanOrEqual(4);
    expect([service.usageReads, service.reportsAtMs.length]).toEqual([0, 0]);
    isWorking = true;
    await time.advance(40_000);
    expect(service.reportsAtMs.length).toBe(1);
    isWorking = false;
    const outcome = client.sendStats();
    await time.advance(15_000);
    expect(await outcome).toMatchObject({ ok: false, error: { code } });
    client.stop();
    expect([unhandled, time.timers]).toEqual([[], 0]);
  },
);

test('a source that rejects after its timeout causes no unhandled rejection', async () => {
  const { time, client } = setUp();
  let reject = (_: Error) => {};
  client.start({ collect: () => new Promise((_, no) => (reject = no)) });
  await time.advance(15_000);
  client.stop();
  reject(new Error('late'));
  await settle();
  expect(unhandled).toEqual([]);
});

test('a source that is not ready is called every 5 s, causes one error after a minute, and no request', async () => {
  const { time, service, client, errors } = setUp();
  let calls = 0;
  client.start({
    collect: () => {
      calls += 1;
      return null;
    },
  });
  await time.advance(59_999);
  expect([calls, errors.length]).toEqual([12, 0]);
  await time.advance(1);
  expect(errors.map(({ code }) => code)).toEqual(['not_ready']);
  await time.advance(3_600_000);
  expect([errors.length, service.used]).toEqual([1, 0]);
  client.stop();
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a string', 'client'],
  ['an empty object', {}],
  ['a trap', hostile],
  ['another botId', { botId: '9999999999999999999', collect: () => STATS }],
])(
  'start with %s emits an error, also to listeners added afterwards, and sets no timer',
  async (_, source) => {
    const { time, client } = setUp();
    client.start(source as Source);
    const late: BotmeterError[] = [];
    client.on('error', (error) => late.push(error));
    await settle();
    expect(late.map(({ code }) => code)).toEqual(['invalid_source']);
    expect(time.timers).toBe(0);
  },
);

describe('a listener', () => {
  const events = ['report', 'plan', 'quota', 'refused', 'error'] as const;
  const breakAll = (client: BotmeterClient, fault: () => unknown) => {
    for (const event of events) client.on(event, fault);
  };

  test.each<[string, () => unknown]>([
    ['throws', throwing(new Error('listener'))],
    ['throws a trap', throwing(hostile)],
    ['rejects', () => Promise.reject(new Error('listener'))],
  ])('that %s stops neither the schedule nor other listeners', async (_, fault) => {
    const { time, service, client } = setUp();
    const heard: string[] = [];
    breakAll(client, fault);
    client.on('report', () => heard.push('report'));
    client.on('error', ({ code }) => heard.push(code));
    client.start({ collect: () => STATS });
    await time.advance(3 * 1_806_000);
    expect(service.reportsAtMs.length).toBe(4);
    expect(heard.filter((name) => name === 'report').length).toBe(4);
    expect(heard).toContain('listener_failed');
    expect(unhandled).toEqual([]);
    client.stop();
  });

  test('may be missing for every event, error included', async () => {
    const time = new VirtualTime();
    const client = clientOn(time, { fetch: () => Promise.reject(new Error('down')) });
    client.start({ collect: () => STATS });
    await time.advance(60_000);
    client.stop();
    expect(unhandled).toEqual([]);
  });

  test('may stop the client from inside', async () => {
    const { time, service, client } = setUp();
    client.on('report', () => client.stop());
    client.start({ collect: () => STATS });
    await time.advance(24 * 3_600_000);
    expect([service.reportsAtMs.length, time.timers]).toEqual([1, 0]);
  });
});
