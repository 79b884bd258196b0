import { afterEach, expect, test, vi } from 'vitest';
import type { QuotaChange } from '@/lib/client/events';
import { seeded } from '@/tests/support/random';
import { SimulatedService } from './simulated-service';
import { clientOn, VirtualTime } from './virtual-time';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const source = { collect: () => ({ serverCount: 4, userCount: 273 }) };

/** `edit` changes the headers of every response. */
function setUp(plan: 'free' | 'premium' | 'business' = 'free', edit?: (headers: Headers) => void) {
  const time = new VirtualTime(1_000);
  const service = new SimulatedService(time, plan);
  const fetchEdited = async (url: string, init: RequestInit) => {
    const { body, status, headers } = await service.fetch(url, init);
    edit?.(headers);
    return new Response(body, { status, headers });
  };
  return { time, service, client: clientOn(time, { fetch: edit ? fetchEdited : service.fetch }) };
}

const withoutLimits = (headers: Headers) => {
  for (const name of ['ratelimit', 'ratelimit-policy']) headers.delete(name);
};

afterEach(() => {
  vi.useRealTimers();
});

test.each([-6, 6])('a wrong clock of the host (by %i hours) has no effect', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0, 1) + hours * HOUR_MS });
  const { time, service, client } = setUp('premium');
  client.start(source);
  await time.advance(HOUR_MS);
  vi.setSystemTime(Date.UTC(1999, 0, 1));
  await time.advance(HOUR_MS);
  expect(service.reportsAtMs.length).toBe(24);
  expect(service.refusedAtMs).toEqual([]);
});

test('an upgrade takes effect with the next response and emits the new plan', async () => {
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
  const free = { name: 'free', displayName: 'Free', updateIntervalMinutes: 30, callsPerCycle: 1_500 };
  const premium = {
    name: 'premium',
    displayName: 'Premium',
    updateIntervalMinutes: 5,
    callsPerCycle: 10_000,
  };
  expect(plans).toEqual([
    { ...free, previous: null },
    { ...premium, previous: 'free' },
  ]);
});

test('a report sent by hand delays the next scheduled one', async () => {
  const { time, service, client } = setUp('premium');
  client.start(source);
  await time.advance(6 * MINUTE_MS - 1);
  service.plan = 'business';
  await time.advance(MINUTE_MS);
  const sent = await client.sendStats({ serverCount: 1, userCount: 1, shardCount: 2 });
  expect(sent).toMatchObject({ ok: true, data: { serverCount: 1, shardCount: 2 } });
  await time.advance(10 * MINUTE_MS);
  expect(service.refusedAtMs).toEqual([]);
});

test('a report sent by hand replaces the scheduled one whose statistics are being collected', async () => {
  const { time, service, client } = setUp('premium');
  const collect = () =>
    new Promise<{ serverCount: number; userCount: number }>((resolve) => {
      time.setTimer(() => resolve({ serverCount: 1, userCount: 1 }), 5_000);
    });
  client.start({ collect });
  await time.advance(8_000);
  expect(service.reportsAtMs.length).toBe(0);
  await client.sendStats({ serverCount: 2, userCount: 2 });
  await time.advance(MINUTE_MS);
  expect([service.reportsAtMs.length, service.refusedAtMs.length]).toEqual([1, 0]);
});

test('stop ends all calls, and start resumes them without another usage read', async () => {
  const { time, service, client } = setUp('business');
  client.start(source);
  await time.advance(10 * MINUTE_MS);
  client.stop();
  expect(time.timers).toBe(0);
  await time.advance(HOUR_MS);
  expect(service.reportsAtMs.length).toBe(10);
  client.start(source);
  await time.advance(10 * MINUTE_MS);
  expect([service.reportsAtMs.length, service.usageReads]).toEqual([20, 1]);
});

test('stop during a request suppresses its events', async () => {
  const { time, service, client } = setUp();
  service.latencyMs = () => 100;
  const events: unknown[] = [];
  for (const event of ['report', 'error', 'refused', 'plan'] as const) {
    client.on(event, (it) => events.push(it));
  }
  client.start(source);
  await time.advance(150);
  client.stop();
  await time.advance(HOUR_MS);
  expect(events).toEqual([]);
});

test('an exhausted quota is read once a day, uncounted, and an upgrade resumes reports', async () => {
  const { time, service, client } = setUp('free');
  service.used = 1_498;
  client.start(source);
  await time.advance(MINUTE_MS);
  // One read and one report are the last two calls.
  expect([service.used, service.reportsAtMs.length]).toEqual([1_500, 1]);
  await time.advance(10 * DAY_MS);
  expect([service.usageReads, service.refusedAtMs.length, service.reportsAtMs.length]).toEqual([11, 0, 1]);
  service.plan = 'premium';
  await time.advance(DAY_MS);
  expect(service.reportsAtMs.length).toBeGreaterThan(1);
  expect(service.refusedAtMs).toEqual([]);
});

test('an exhausted quota resumes reports at the reset', async () => {
  const { time, service, client } = setUp('free');
  service.used = 1_499;
  client.start(source);
  await time.advance(30 * DAY_MS - 1);
  expect(service.reportsAtMs.length).toBe(0);
  await time.advance(6_000);
  expect([service.reportsAtMs.length, service.used]).toEqual([1, 1]);
  expect(service.refusedAtMs).toEqual([]);
});

test('each change of the quota’s status is emitted once, at exactly 80 % and 95 %', async () => {
  const { time, service, client } = setUp('free');
  const changes: QuotaChange[] = [];
  client.on('quota', (change) => changes.push(change));
  // The read at the start makes it 1 198, the first report 1 199, the second 1 200: exactly 80 %.
  service.used = 1_197;
  client.start(source);
  await time.advance(MINUTE_MS);
  expect(changes).toEqual([]);
  await time.advance(30 * MINUTE_MS);
  const warning = { status: 'warning', previous: 'healthy', percentage: 80, remaining: 300, limit: 1_500 };
  expect(changes).toEqual([warning]);
  service.used = 1_423;
  await time.advance(30 * MINUTE_MS + 5_000);
  expect(changes.length).toBe(1);
  await time.advance(30 * MINUTE_MS + 5_000);
  const critical = { status: 'critical', previous: 'warning', percentage: 95, remaining: 75, limit: 1_500 };
  expect(changes).toEqual([warning, critical]);
});

test('a bot that is restarted before it is ready costs no call', async () => {
  const { time, service } = setUp();
  for (let restart = 0; restart < 100; restart += 1) {
    const client = clientOn(time, { fetch: service.fetch });
    client.start({ collect: () => null });
    await time.advance(30_000);
    client.stop();
  }
  expect(service.used).toBe(0);
});

test('without the rate limit fields, which a proxy may remove, the interval comes from the usage record', async () => {
  const { time, service, client } = setUp('business', withoutLimits);
  service.namesTier = false;
  client.start(source);
  await time.advance(10 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(10);
  service.plan = 'premium';
  await time.advance(HOUR_MS);
  // The downgrade is detected by one refused report and a usage read.
  expect(service.refusedAtMs.length).toBe(1);
  expect(service.reportsAtMs.length).toBeGreaterThanOrEqual(20);
});

test.each([
  [true, 7, 2],
  [false, 3, 1],
])(
  'without the rate limit fields, an upgrade is learnt from the response to a report (plan in it: %s)',
  async (namesTier, reports, reads) => {
    const { time, service, client } = setUp('premium', withoutLimits);
    service.namesTier = namesTier;
    client.start(source);
    await time.advance(MINUTE_MS);
    service.plan = 'business';
    await time.advance(10 * MINUTE_MS);
    expect([service.reportsAtMs.length, service.usageReads]).toEqual([reports, reads]);
  },
);

test('an upgrade that getApiUsage returns makes the next report sooner', async () => {
  const { time, service, client } = setUp('free');
  client.start(source);
  await time.advance(10_000);
  service.plan = 'premium';
  await client.getApiUsage();
  await time.advance(5 * MINUTE_MS);
  expect(service.reportsAtMs.length).toBe(2);
});

test('a service that always allows a report now is called at most once a second', async () => {
  let calls = 0;
  const { time, service, client } = setUp('business', (headers) => {
    calls += 1;
    service.reportsAtMs.length = 0;
    headers.set('RateLimit', '"quota";r=99;t=9, "interval";r=1;t=0');
  });
  client.start(source);
  await time.advance(MINUTE_MS - 1);
  client.stop();
  expect(calls).toBe(60);
  expect(service.refusedAtMs).toEqual([]);
});

test('of several processes with one key, each that keeps coming too soon says that another one reports', async () => {
  const time = new VirtualTime(1_000);
  const service = new SimulatedService(time, 'business');
  const clients = [1, 2, 3, 4].map((seed) => clientOn(time, { fetch: service.fetch, random: seeded(seed) }));
  const refusals = clients.map(
    () => [] as { code: string; message: string; nextCallSeconds: number | null }[],
  );
  clients.forEach((client, at) => {
    client.on('refused', (error) => refusals[at]?.push(error));
    client.start(source);
  });
  await time.advance(HOUR_MS);
  expect(service.reportsAtMs.length).toBeGreaterThan(50);
  for (const [at, of] of refusals.entries()) {
    const codes = of.map(({ code }) => code);
    expect(codes.slice(0, 2), `process ${at}`).toEqual(['update_too_soon', 'update_too_soon']);
    expect(codes, `process ${at}`).toContain('several_reporters');
    expect(of.filter(({ message }) => / in 0 s/.test(message))).toEqual([]);
  }
  expect(refusals.flat().find(({ code }) => code === 'several_reporters')?.message).toMatch(
    /^Another process reports for this bot: .* stop the others\. The next scheduled call is in \d+ s\.$/,
  );
});

test('a process that nobody listens to writes once that another one reports', async () => {
  const time = new VirtualTime(1_000);
  const service = new SimulatedService(time, 'business');
  const lines: string[] = [];
  for (const seed of [1, 2, 3, 4])
    clientOn(time, { fetch: service.fetch, random: seeded(seed), warn: (line) => lines.push(line) }).start(
      source,
    );
  await time.advance(HOUR_MS);
  expect(lines).toHaveLength(4);
  expect(new Set(lines.map((line) => line.split(':', 2)[1]))).toEqual(
    new Set([' Another process reports for this bot']),
  );
});

test('an error while the next call is due names the second that passes between two calls', async () => {
  const { time, client } = setUp();
  const messages: string[] = [];
  client.on('error', ({ message }) => messages.push(message));
  client.on('plan', () => {
    throw new Error('Oops');
  });
  client.start(source);
  await time.advance(MINUTE_MS);
  expect(messages).toEqual([
    'Your listener for "plan" threw (Oops). Fix it. The next scheduled call is in 1 s.',
  ]);
});
