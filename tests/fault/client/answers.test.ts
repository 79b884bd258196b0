import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BotmeterClient } from '@/lib/client/client';
import type { BotmeterError, BotmeterErrorCode } from '@/lib/client/error';
import { clientOn, KEY, VirtualTime } from '../../unit/client/virtual-time';
import { FAULTS, type FaultName, type FaultServer, openFaultServer } from './fault-server';

const HOUR_S = 3_600;

type Expected = {
  readonly event: 'refused' | 'error';
  readonly code: BotmeterErrorCode;
  /** When the schedule calls next, in s. */
  readonly next: readonly [least: number, most: number];
  /** A word of what to do. */
  readonly says: string;
};

const FIRST_BACKOFF = [2, 5] as const;
const IN_AN_HOUR = [HOUR_S, HOUR_S] as const;
const notTheService = {
  event: 'error',
  code: 'unexpected_answer',
  next: FIRST_BACKOFF,
  says: 'Check baseUrl',
} as const;

const EXPECTED: Record<FaultName, Expected> = {
  hangs: { event: 'error', code: 'timeout', next: FIRST_BACKOFF, says: 'Check that the service runs' },
  'hangs-in-body': {
    event: 'error',
    code: 'timeout',
    next: FIRST_BACKOFF,
    says: 'Check that the service runs',
  },
  resets: { event: 'error', code: 'network', next: FIRST_BACKOFF, says: 'Check baseUrl' },
  'resets-in-body': { event: 'error', code: 'network', next: FIRST_BACKOFF, says: 'Check baseUrl' },
  html: notTheService,
  'half-json': notTheService,
  'other-json': notTheService,
  nothing: notTheService,
  '204': notTheService,
  '10-mb': notTheService,
  '10-mb-of-500': notTheService,
  redirects: { event: 'error', code: 'redirected', next: FIRST_BACKOFF, says: 'set baseUrl' },
  '400': { event: 'refused', code: 'invalid_body', next: IN_AN_HOUR, says: 'serverCount: too many' },
  '401': { event: 'refused', code: 'invalid_key', next: IN_AN_HOUR, says: 'Create a key' },
  '401-bare': { event: 'refused', code: 'http_error', next: IN_AN_HOUR, says: 'Check baseUrl and apiKey' },
  '403-disabled': { event: 'refused', code: 'bot_disabled', next: IN_AN_HOUR, says: 'Ask them to enable it' },
  '403-mismatch': { event: 'refused', code: 'bot_mismatch', next: IN_AN_HOUR, says: 'Set botId' },
  '403-html': { event: 'refused', code: 'http_error', next: IN_AN_HOUR, says: 'firewall' },
  '404': { event: 'refused', code: 'not_found', next: IN_AN_HOUR, says: 'Check baseUrl' },
  '408': { event: 'refused', code: 'http_error', next: FIRST_BACKOFF, says: 'Check baseUrl' },
  '413': { event: 'refused', code: 'body_too_large', next: IN_AN_HOUR, says: 'Update botmeter-client' },
  '429-60': { event: 'refused', code: 'update_too_soon', next: [61, 65], says: 'Nothing needs to be done' },
  '429-details': {
    event: 'refused',
    code: 'update_too_soon',
    next: [71, 75],
    says: 'Nothing needs to be done',
  },
  '429-limits': {
    event: 'refused',
    code: 'update_too_soon',
    next: [91, 95],
    says: 'Nothing needs to be done',
  },
  '429-bare': { event: 'refused', code: 'http_error', next: [1_801, 1_805], says: 'Too many requests' },
  '429-date': { event: 'refused', code: 'http_error', next: [121, 125], says: 'Too many requests' },
  '429-absurd': {
    event: 'refused',
    code: 'http_error',
    next: [31 * 24 * HOUR_S, 31 * 24 * HOUR_S + 5],
    says: 'Too many requests',
  },
  '500': { event: 'error', code: 'internal_error', next: FIRST_BACKOFF, says: 'request id' },
  '502-html': { event: 'error', code: 'http_error', next: FIRST_BACKOFF, says: 'tell its operator' },
  '503-40': { event: 'error', code: 'storage_unavailable', next: [41, 45], says: 'tell its operator' },
  'echoes-the-key': { event: 'refused', code: 'invalid_body', next: IN_AN_HOUR, says: '[key]: seen' },
};

let server: FaultServer;
beforeAll(async () => {
  server = await openFaultServer();
});
afterAll(() => server.close());

/** The next `refused` or `error`, whichever comes. */
function nextFault(client: BotmeterClient): Promise<{ event: 'refused' | 'error'; error: BotmeterError }> {
  return new Promise((resolve) => {
    for (const event of ['refused', 'error'] as const)
      client.once(event, (error) => resolve({ event, error }));
  });
}

describe.each(Object.keys(FAULTS) as FaultName[])('%s', (name) => {
  const { event, code, next, says } = EXPECTED[name];

  test('is told by one event that says what to do, and is not tried again at speed', async () => {
    const time = new VirtualTime();
    const client = clientOn(time, { baseUrl: `${server.url}/${name}` });
    const fault = nextFault(client);
    const arrival = server.arrival();
    client.start({ collect: () => ({ serverCount: 1, userCount: 2 }) });
    await time.advance(0);
    await arrival;
    if (code === 'timeout') await time.advance(10_000);
    const told = await fault;
    client.stop();
    expect(told.event).toBe(event);
    expect(told.error.code).toBe(code);
    expect(told.error.message).toContain(says);
    expect(told.error.nextCallSeconds).toBeGreaterThanOrEqual(next[0]);
    expect(told.error.nextCallSeconds).toBeLessThanOrEqual(next[1]);
    expect(inspect([told.error, client], { depth: null, showHidden: true })).not.toContain(KEY);
  });

  test('makes a direct call resolve to a result with the same code', async () => {
    const time = new VirtualTime();
    const client = clientOn(time, { baseUrl: `${server.url}/${name}` });
    for (const call of [
      () => client.sendStats({ serverCount: 1, userCount: 2 }),
      () => client.getApiUsage(),
    ]) {
      const arrival = server.arrival();
      const outcome = call();
      await arrival;
      if (code === 'timeout') await time.advance(10_000);
      expect(await outcome).toMatchObject({ ok: false, error: { code, nextCallSeconds: null } });
    }
    expect(time.timers).toBe(0);
  });
});

test('a service that refuses connections is a network fault', async () => {
  const closed = await openFaultServer();
  await closed.close();
  const client = clientOn(new VirtualTime(), { baseUrl: closed.url });
  expect(await client.getApiUsage()).toMatchObject({ ok: false, error: { code: 'network' } });
  const outcome = await client.getApiUsage();
  expect(outcome.ok ? '' : outcome.error.message).toContain('ECONNREFUSED');
});

test('a name that does not resolve is a network fault', async () => {
  const client = clientOn(new VirtualTime(), { baseUrl: 'http://does-not-exist.invalid' });
  expect(await client.sendStats({ serverCount: 1, userCount: 1 })).toMatchObject({
    ok: false,
    error: { code: 'network' },
  });
});

test('the key goes only to the address of the options, even when that redirects', async () => {
  const urls: string[] = [];
  const client = clientOn(new VirtualTime(), {
    baseUrl: `${server.url}/redirects`,
    fetch: (url, init) => {
      urls.push(url);
      return fetch(url, init);
    },
  });
  await client.getApiUsage();
  expect(urls).toEqual([`${server.url}/redirects/api/v1/usage`]);
});
