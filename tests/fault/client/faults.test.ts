import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { BotmeterClient } from '@/lib/client/client';
import type { BotmeterError } from '@/lib/client/error';
import { clientOn, KEY, VirtualTime } from '../../unit/client/virtual-time';
import { EXPECTED } from './expected';
import { FAULTS, type FaultName, openFaultServer, suiteFaultServer } from './fault-server';

const server = suiteFaultServer();

/** Resolves with the next `refused` or `error` event. */
function nextFault(client: BotmeterClient): Promise<{ event: 'refused' | 'error'; error: BotmeterError }> {
  return new Promise((resolve) => {
    for (const event of ['refused', 'error'] as const)
      client.once(event, (error) => resolve({ event, error }));
  });
}

describe.each(Object.keys(FAULTS) as FaultName[])('%s', (name) => {
  const [event, code, next, advice] = EXPECTED[name];

  test('emits one event with advice, and delays the next call', async () => {
    const time = new VirtualTime();
    const client = clientOn(time, { baseUrl: `${server().url}/${name}` });
    const fault = nextFault(client);
    const arrival = server().arrival();
    client.start({ collect: () => ({ serverCount: 1, userCount: 2 }) });
    await time.advance(0);
    await arrival;
    if (code === 'timeout') await time.advance(10_000);
    const emitted = await fault;
    client.stop();
    expect([emitted.event, emitted.error.code]).toEqual([event, code]);
    expect(emitted.error.message).toContain(advice);
    expect(emitted.error.nextCallSeconds).toBeGreaterThanOrEqual(next[0]);
    expect(emitted.error.nextCallSeconds).toBeLessThanOrEqual(next[1]);
    expect(inspect([emitted.error, client], { depth: null, showHidden: true })).not.toContain(KEY);
  });

  test('makes direct calls resolve to a failure with the same code', async () => {
    const time = new VirtualTime();
    const client = clientOn(time, { baseUrl: `${server().url}/${name}` });
    for (const call of [
      () => client.sendStats({ serverCount: 1, userCount: 2 }),
      () => client.getApiUsage(),
    ]) {
      const arrival = server().arrival();
      const outcome = call();
      await arrival;
      if (code === 'timeout') await time.advance(10_000);
      expect(await outcome).toMatchObject({ ok: false, error: { code, nextCallSeconds: null } });
    }
    expect(time.timers).toBe(0);
  });
});

test('a refused connection is a network error', async () => {
  const closed = await openFaultServer();
  await closed.close();
  const client = clientOn(new VirtualTime(), { baseUrl: closed.url });
  expect(await client.getApiUsage()).toMatchObject({ ok: false, error: { code: 'network' } });
  const outcome = await client.getApiUsage();
  expect(outcome.ok ? '' : outcome.error.message).toContain('ECONNREFUSED');
});

test('a host name that does not resolve is a network error', async () => {
  const client = clientOn(new VirtualTime(), { baseUrl: 'http://does-not-exist.invalid' });
  expect(await client.sendStats({ serverCount: 1, userCount: 1 })).toMatchObject({
    ok: false,
    error: { code: 'network' },
  });
});

test('the key is sent only to baseUrl, even when that redirects', async () => {
  const urls: string[] = [];
  const client = clientOn(new VirtualTime(), {
    baseUrl: `${server().url}/redirects`,
    fetch: (url, init) => {
      urls.push(url);
      return fetch(url, init);
    },
  });
  await client.getApiUsage();
  expect(urls).toEqual([`${server().url}/redirects/api/v1/usage`]);
});
