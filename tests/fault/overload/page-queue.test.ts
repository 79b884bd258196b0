import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { suiteFolder } from '../../support/fault/serve';
import {
  exchange,
  exchangeAtOnce,
  open,
  type RawResponse,
  rawHeader,
  rawRequest,
} from '../../support/process/http';
import { startService, stopService } from '../../support/process/service';
import { eventually } from './service-with-bots';

const PAGE = '/login?notice=1';
/** The number of queued requests of one client (lib/server/pages). */
const CLIENT_MAX = 512;
/** For what hangs: how fast a busy machine renders so many pages is not what is tested. */
const RESPONSE_MAX_MS = 240_000;
const METRICS_TOKEN = 'a token for the metrics';

const folder = suiteFolder();
let port: number;
beforeAll(async () => {
  const env = { METRICS_TOKEN, TRUSTED_PROXIES: '127.0.0.1' };
  const service = await startService({ databaseFile: join(folder, 'botmeter.db'), env });
  ({ port } = service);
  return () => stopService(service);
});

const from = (address: string) => `X-Forwarded-For: ${address}`;
const getPage = (...headers: string[]) => exchange(port, rawRequest(PAGE, headers), RESPONSE_MAX_MS);

/** The number of responses by status. */
function counted(responses: readonly RawResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('refuses requests beyond the limit of one client with 503 and Retry-After, and serves other clients', {
  timeout: RESPONSE_MAX_MS,
}, async () => {
  const attack = CLIENT_MAX + 100;
  const each = await exchangeAtOnce(
    port,
    Array.from({ length: attack }, (_, i) =>
      // One client: it chooses the lower half of its IPv6 address itself.
      rawRequest(PAGE, [from(`2001:db8::${i.toString(16)}`), `Accept: ${i % 2 === 0 ? 'text/html' : '*/*'}`]),
    ),
    RESPONSE_MAX_MS,
  );
  const others = Promise.all(Array.from({ length: 20 }, (_, i) => getPage(from(`2001:db8:0:${i + 1}::1`))));
  expect(counted(await others)).toEqual({ 200: 20 });
  const responses = await each.responses;
  const refused = responses.filter(({ status }) => status === 503);
  expect(Object.keys(counted(responses))).toEqual(['200', '503']);
  // Some were served before the last ones arrived.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(attack - CLIENT_MAX);
  for (const response of refused) {
    expect(rawHeader(response, 'retry-after')).toBe('5');
    const isPage = rawHeader(response, 'content-type') === 'text/html; charset=utf-8';
    if (isPage) {
      expect(response.body).toContain('<h1>The server is busy</h1>');
      expect(rawHeader(response, 'content-security-policy')).toContain("default-src 'none'");
    } else {
      expect(rawHeader(response, 'content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(response.body).message).toContain('Try again in 5 seconds');
    }
  }
});

it('renders no page for clients that disconnected while they were queued', {
  timeout: RESPONSE_MAX_MS,
}, async () => {
  const count = 400;
  const rendered = async () => {
    const { body } = await exchange(
      port,
      rawRequest('/api/metrics', [`Authorization: Bearer ${METRICS_TOKEN}`]),
    );
    return Number(/requests_total\{route="\/login",method="GET",status="200"\} (\d+)/.exec(body)?.[1]);
  };
  await getPage();
  const before = await rendered();
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  for (const socket of sockets) socket.resume().write(rawRequest(PAGE, [from('192.0.2.1')]));
  for (const socket of sockets) socket.resetAndDestroy();
  // Served after every request that is still queued.
  await getPage(from('192.0.2.1'));
  expect((await rendered()) - before).toBeLessThan(count / 2);
  await eventually(async () => sockets.every(({ closed }) => closed), 10_000);
});
