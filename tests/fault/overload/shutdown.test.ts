import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { figure, IS_SOAK, size } from '../../support/fault/campaign';
import { exchange, rawRequest } from '../../support/process/http';
import { stopService } from '../../support/process/service';
import { startHostile } from './hostile';
import { eventually, lasting, openDescriptors, startServiceWithBots, TOPIC } from './service-with-bots';

/** Well before the server closes connections with unfinished requests (lib/server/drain.ts). */
const PROMPT_MS = 5_000;
const STOP_MAX_MS = 10_000;
/** The 10 s of front-door.ts, a second for Node's periodic check, and the rest for this process on a busy machine. */
const HEADERS_MAX_MS = size(16_000, 12_000);

it('connections without a request do not delay a shutdown', async () => {
  const { service } = await startServiceWithBots();
  await startHostile({ kind: 'silent', port: service.port, count: 50, targets: [{ path: '/' }] });
  const stoppedAt = performance.now();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(PROMPT_MS);
  figure(
    TOPIC,
    'stop beside 50 silent connections',
    `${Math.ceil(performance.now() - stoppedAt)} ms, exit 0`,
  );
});

it('clients that do not read a document or a page delay a shutdown by at most 10 s', async () => {
  const { service } = await startServiceWithBots();
  const targets = [{ path: '/api/openapi.json' }, { path: '/docs' }];
  await startHostile({ kind: 'slow-readers', port: service.port, count: 50, targets });
  await lasting(1_000)();
  const stoppedAt = performance.now();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MAX_MS);
});

// Takes as long as the time limit itself.
if (IS_SOAK) {
  it('closes a connection when its client has not read its response for 30 s', async () => {
    const { service } = await startServiceWithBots();
    const before = openDescriptors(service);
    const path = '/api/openapi.json';
    const sockets = Array.from({ length: 20 }, () => connect({ port: service.port, host: '127.0.0.1' }));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    // More than all buffers between server and client hold.
    for (const socket of sockets) socket.write(rawRequest(path).replace('close', 'keep-alive').repeat(500));
    await eventually(() => openDescriptors(service) >= before + sockets.length, 5_000);
    const startedAt = performance.now();
    await eventually(() => openDescriptors(service) <= before + 3, 45_000);
    expect(performance.now() - startedAt).toBeGreaterThan(20_000);
  });
}

it('an Upgrade request gets its response at once; unfinished headers, or no request, get 408 after 10 s', async () => {
  const { service } = await startServiceWithBots();
  for (const path of ['/api/health/live', '/login']) {
    const offer = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    const response = await exchange(service.port, offer + rawRequest('/api/health/live'), 5_000);
    expect([path, response.status]).toEqual([path, 200]);
    // Tells the client that later requests on this connection get no response.
    expect(response.head).toMatch(/^connection: close$/im);
  }
  const startedAt = performance.now();
  const responses = await Promise.all([
    exchange(service.port, ''),
    exchange(service.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([408, 408]);
  expect(performance.now() - startedAt).toBeLessThan(HEADERS_MAX_MS);
});
