import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { seeded } from '@/tests/support/random';
import { clientOn, VirtualTime } from '../../unit/client/virtual-time';
import { suiteFaultServer } from './fault-server';

const NAMES = ['resets', 'html', 'half-json', '10-mb', 'redirects', '401', '429-bare', '500', 'hangs'];

const server = suiteFaultServer();

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function heapBytes(): Promise<number> {
  // Sockets and streams are released over several turns of the event loop.
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

test('memory grows by less than 2 MB over 2 700 calls with faults', async () => {
  const time = new VirtualTime();
  const random = seeded(3);
  const clients = NAMES.map((name) => ({
    name,
    client: clientOn(time, { baseUrl: `${server().url}/${name}`, random }),
  }));
  for (const { client } of clients) client.start({ collect: () => ({ serverCount: 1, userCount: 1 }) });
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const calls = clients.map(({ client }) => client.sendStats({ serverCount: 1, userCount: 1 }));
      const hanging = clients.findIndex(({ name }) => name === 'hangs');
      await Promise.all(calls.filter((_, index) => index !== hanging));
      await time.advance(10_000);
      await Promise.all(calls);
    }
  };
  await run(150);
  const beforeBytes = await heapBytes();
  const callsBefore = server().count();
  await run(300);
  const grownBytes = (await heapBytes()) - beforeBytes;
  expect(server().count() - callsBefore).toBeGreaterThanOrEqual(300 * NAMES.length);
  for (const { client } of clients) client.stop();
  if (process.env.VERBOSE) process.stdout.write(`grown by ${grownBytes} bytes\n`);
  expect(grownBytes).toBeLessThan(2_000_000);
});

test('at most 16 calls are pending; further ones fail at once with “busy”', async () => {
  const client = clientOn(new VirtualTime(), { fetch: () => new Promise(() => undefined) });
  const codes: string[] = [];
  client.on('error', ({ code }) => codes.push(code));
  for (let call = 0; call < 15; call += 1) void client.getApiUsage();
  void client.sendStats({ serverCount: 1, userCount: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(codes).toEqual([]);
  expect(await client.getApiUsage()).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(codes).toEqual(['busy']);
});
