import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { exchange, type RawResponse, rawHeader, rawRequest } from '../../support/process/raw-socket';
import { testFolder, testService } from '../../support/process/test-resources';
import { eventually } from './service-with-bots';

/** Rendered for each request, because of the query. */
const PAGE = '/login?notice=1';
/** How many requests of one client wait, and of all (lib/server/render-limiter). */
const CLIENT_MAX = 512;
const MAX = 2_048;
const ANSWERED_WITHIN_MS = 100_000;
const METRICS_TOKEN = 'a token for whoever collects figures';

const service = () =>
  testService({
    databaseFile: `${testFolder()}/botmeter.db`,
    env: { METRICS_TOKEN, TRUSTED_PROXIES: '127.0.0.1' },
  });

const from = (address: string) => `X-Forwarded-For: ${address}`;
const ask = (port: number, ...headers: string[]) =>
  exchange(port, rawRequest(PAGE, headers), ANSWERED_WITHIN_MS);

/** By status. */
function counted(answers: readonly RawResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('refuses what one client asks for beyond its bound with 503 and Retry-After, and serves the others', {
  timeout: ANSWERED_WITHIN_MS,
}, async () => {
  const { port } = await service();
  const attack = CLIENT_MAX + 100;
  const each = Promise.all(
    Array.from({ length: attack }, (_, i) =>
      // One network: the lower half of the address is the client's own choice.
      ask(port, from(`2001:db8::${i.toString(16)}`), `Accept: ${i % 2 === 0 ? 'text/html' : '*/*'}`),
    ),
  );
  const others = Promise.all(Array.from({ length: 20 }, (_, i) => ask(port, from(`2001:db8:0:${i + 1}::1`))));
  expect(counted(await others)).toEqual({ 200: 20 });
  const answers = await each;
  const refused = answers.filter(({ status }) => status === 503);
  expect(Object.keys(counted(answers))).toEqual(['200', '503']);
  // Some were served while the last of them came.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(attack - CLIENT_MAX);
  for (const answer of refused) {
    expect(rawHeader(answer, 'retry-after')).toBe('5');
    const isPage = rawHeader(answer, 'content-type') === 'text/html; charset=utf-8';
    if (isPage) {
      expect(answer.body).toContain('<h1>The server is busy</h1>');
      expect(rawHeader(answer, 'content-security-policy')).toContain("default-src 'none'");
    } else {
      expect(rawHeader(answer, 'content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.body).message).toContain('Try again in 5 seconds');
    }
  }
});

it('lets a newcomer in when the queue is full: whoever has most waiting gives way', {
  timeout: ANSWERED_WITHIN_MS,
}, async () => {
  const { port } = await service();
  const clients = 5;
  const attack = Promise.all(
    Array.from({ length: MAX + 200 }, (_, i) => ask(port, from(`192.0.2.${i % clients}`))),
  );
  // Asked as long as the queue is full, one after the other.
  const newcomers = (async () => {
    const answers: RawResponse[] = [];
    for (let i = 0; i < 20; i++) answers.push(await ask(port, from(`198.51.100.${i}`)));
    return answers;
  })();
  expect(counted(await newcomers)).toEqual({ 200: 20 });
  expect(counted(await attack)[503]).toBeGreaterThan(0);
});

it('renders nothing for clients that left while they waited', { timeout: ANSWERED_WITHIN_MS }, async () => {
  const { port } = await service();
  const count = 400;
  await ask(port);
  const sockets = await Promise.all(Array.from({ length: count }, () => opened(port)));
  for (const socket of sockets) socket.write(rawRequest(PAGE, [from('192.0.2.1')]));
  for (const socket of sockets) socket.resetAndDestroy();
  // Its turn comes after those of all of them that wait still.
  await ask(port, from('192.0.2.1'));
  const rendered = async () => {
    const { body } = await exchange(
      port,
      rawRequest('/api/metrics', [`Authorization: Bearer ${METRICS_TOKEN}`]),
    );
    return Number(/requests_total\{route="\/login",method="GET",status="200"\} (\d+)/.exec(body)?.[1]);
  };
  expect(await rendered()).toBeLessThan(count / 2);
  await eventually(async () => sockets.every(({ closed }) => closed), 10_000);
});

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
    socket.resume();
  });
}
