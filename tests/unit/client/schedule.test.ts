import { afterEach, expect, test, vi } from 'vitest';
import type { QuotaChange } from '@/lib/client/change-detector';
import { SimulatedService } from './simulated-service';
import { clientOn, VirtualTime } from './virtual-time';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const source = { collect: () => ({ serverCount: 4, userCount: 273 }) };

function setUp(plan: 'free' | 'premium' | 'business' = 'free') {
  const time = new VirtualTime(1_000);
  const service = new SimulatedService(time, plan);
  const client = clientOn(time, { fetch: service.fetch });
  return { time, service, client };
}

afterEach(() => {
  vi.useRealTimers();
});

test('a restart inside the interval waits for the rest of it, which costs one read and no refusal', async () => {
  const { time, service, client } = setUp();
  client.start(source);
  await time.advance(10_000);
  client.stop();
  await time.advance(10 * MINUTE_MS);
  clientOn(time, { fetch: service.fetch }).start(source);
  await time.advance(20 * MINUTE_MS);
  const [first = 0, second = 0] = service.reportsAtMs;
  expect(second - first).toBeGreaterThanOrEqual(30 * MINUTE_MS);
  expect(second - first).toBeLessThanOrEqual(30 * MINUTE_MS + 6_000);
  expect([service.usageReads, service.refusedAtMs.length]).toEqual([2, 0]);
});

test.each([-6, 6])('a host clock that is %i hours wrong changes nothing', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0, 1) + hours * HOUR_MS });
  const { time, service, client } = setUp('premium');
  client.start(source);
  await time.advance(HOUR_MS);
  vi.setSystemTime(Date.UTC(1999, 0, 1));
  await time.advance(HOUR_MS);
  expect(service.reportsAtMs.length).toBe(24);
  expect(service.refusedAtMs).toEqual([]);
});

test('an upgrade is followed from the next answer on, and told by name', async () => {
  const { time, service, client } = setUp('free');
  const plans: unknown[] = [];
  client.on('plan', (plan) => plans.push(plan));
  client.start(source);
  await time.advance(MINUTE_MS);
  service.plan = 'premium';
  await time.advance(30 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(2);
  await time.advance(30 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(8);
  expect(plans).toEqual([
    { name: 'free', displayName: 'Free', updateIntervalMinutes: 30, callsPerCycle: 1_500, previous: null },
    {
      name: 'premium',
      displayName: 'Premium',
      updateIntervalMinutes: 5,
      callsPerCycle: 10_000,
      previous: 'free',
    },
  ]);
});

test('a downgrade is followed after the one answer that refuses by it', async () => {
  const { time, service, client } = setUp('business');
  client.start(source);
  await time.advance(10 * MINUTE_MS);
  service.plan = 'premium';
  await time.advance(60 * MINUTE_MS);
  expect(service.refusedAtMs.length).toBe(1);
  expect(service.reportsAtMs.length).toBe(10 + 11);
});

test('a report sent by hand moves the next scheduled one, instead of having it refused', async () => {
  const { time, service, client } = setUp('premium');
  client.start(source);
  await time.advance(6 * MINUTE_MS - 1);
  service.plan = 'business';
  await time.advance(MINUTE_MS);
  expect(await client.sendStats({ serverCount: 1, userCount: 1, shardCount: 2 })).toMatchObject({
    ok: true,
    data: { serverCount: 1, shardCount: 2 },
  });
  await time.advance(10 * MINUTE_MS);
  expect(service.refusedAtMs).toEqual([]);
});

test('after stop nothing is called, and start goes on', async () => {
  const { time, service, client } = setUp('business');
  client.start(source);
  await time.advance(10 * MINUTE_MS);
  client.stop();
  expect(time.timers).toBe(0);
  await time.advance(HOUR_MS);
  expect(service.reportsAtMs.length).toBe(10);
  client.start(source);
  await time.advance(10 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(20);
  expect(service.usageReads).toBe(1);
});

test('stop during an exchange says nothing more', async () => {
  const { time, service, client } = setUp();
  service.latencyMs = () => 100;
  const told: unknown[] = [];
  for (const event of ['report', 'error', 'refused', 'plan'] as const)
    client.on(event, (it) => told.push(it));
  client.start(source);
  await time.advance(150);
  client.stop();
  await time.advance(HOUR_MS);
  expect(told).toEqual([]);
});

test('an exhausted quota is looked at once a day, uncounted, and an upgrade resumes reports', async () => {
  const { time, service, client } = setUp('free');
  service.used = 1_498;
  client.start(source);
  await time.advance(MINUTE_MS);
  // One read and one report: the last two calls. Nothing is sent only to be refused.
  expect([service.used, service.reportsAtMs.length]).toEqual([1_500, 1]);
  await time.advance(10 * DAY_MS);
  expect([service.usageReads, service.refusedAtMs.length, service.reportsAtMs.length]).toEqual([11, 0, 1]);
  service.plan = 'premium';
  await time.advance(DAY_MS);
  expect(service.reportsAtMs.length).toBeGreaterThan(1);
  expect(service.refusedAtMs).toEqual([]);
});

test('an exhausted quota without an upgrade resumes at the reset', async () => {
  const { time, service, client } = setUp('free');
  service.used = 1_499;
  client.start(source);
  await time.advance(30 * DAY_MS - 1);
  expect(service.reportsAtMs.length).toBe(0);
  await time.advance(6_000);
  expect(service.reportsAtMs.length).toBe(1);
  expect(service.used).toBe(1);
  expect(service.refusedAtMs).toEqual([]);
});

test('quota events tell each change of status once, with the percentage, at 80 % and 95 %', async () => {
  const { time, service, client } = setUp('free');
  const changes: QuotaChange[] = [];
  client.on('quota', (change) => changes.push(change));
  // The read at the start makes 1 198, the first report 1 199, the second 1 200: exactly 80 %.
  service.used = 1_197;
  client.start(source);
  await time.advance(MINUTE_MS);
  expect(changes).toEqual([]);
  await time.advance(30 * MINUTE_MS);
  expect(changes).toEqual([
    { status: 'warning', previous: 'healthy', percentage: 80, remaining: 300, limit: 1_500 },
  ]);
  service.used = 1_423;
  await time.advance(30 * MINUTE_MS + 5_000);
  expect(changes.length).toBe(1);
  await time.advance(30 * MINUTE_MS + 5_000);
  expect(changes[1]).toEqual({
    status: 'critical',
    previous: 'warning',
    percentage: 95,
    remaining: 75,
    limit: 1_500,
  });
});

test('a bot that never gets ready before it is restarted costs no call', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'free');
  for (let restart = 0; restart < 100; restart += 1) {
    const client = clientOn(time, { fetch: service.fetch });
    client.start({ collect: () => null });
    await time.advance(30_000);
    client.stop();
  }
  expect(service.used).toBe(0);
});

test('without the rate limit fields, which a proxy may remove, the usage record tells the interval', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'business');
  const fetchBare = async (url: string, init: RequestInit) => {
    const response = await service.fetch(url, init);
    const headers = new Headers(response.headers);
    for (const name of ['ratelimit', 'ratelimit-policy']) headers.delete(name);
    return new Response(response.body, { status: response.status, headers });
  };
  clientOn(time, { fetch: fetchBare }).start(source);
  await time.advance(10 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(10);
  service.plan = 'premium';
  await time.advance(HOUR_MS);
  // One refusal teaches the downgrade, by way of a usage read.
  expect(service.refusedAtMs.length).toBe(1);
  expect(service.reportsAtMs.length).toBeGreaterThanOrEqual(20);
});

test('what a direct read teaches holds at once: after an upgrade the next report comes sooner', async () => {
  const { time, service, client } = setUp('free');
  client.start(source);
  await time.advance(10_000);
  service.plan = 'premium';
  await client.getApiUsage();
  await time.advance(5 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(2);
});

test('a report by hand while the source is still asked leaves the scheduled one out', async () => {
  const { time, service, client } = setUp('premium');
  const slow = () =>
    new Promise<{ serverCount: number; userCount: number }>((resolve) => {
      time.setTimer(() => resolve({ serverCount: 1, userCount: 1 }), 5_000);
    });
  client.start({ collect: slow });
  await time.advance(8_000);
  expect(service.reportsAtMs.length).toBe(0);
  await client.sendStats({ serverCount: 2, userCount: 2 });
  await time.advance(MINUTE_MS);
  expect([service.reportsAtMs.length, service.refusedAtMs.length]).toEqual([1, 0]);
});

test('a service that always says "now" is called once a second at most', async () => {
  const time = new VirtualTime();
  const service = new SimulatedService(time, 'business');
  let calls = 0;
  const client = clientOn(time, {
    fetch: async (url, init) => {
      calls += 1;
      service.reportsAtMs.length = 0;
      const answer = await service.fetch(url, init);
      const headers = new Headers(answer.headers);
      headers.set('RateLimit', '"quota";r=99;t=9, "interval";r=1;t=0');
      return new Response(answer.body, { headers });
    },
  });
  client.start(source);
  await time.advance(MINUTE_MS - 1);
  client.stop();
  expect(calls).toBe(60);
});
