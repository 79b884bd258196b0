import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { figure, IS_SOAK } from '../../support/fault/campaign';
import { exchange, rawRequest } from '../../support/process/raw-socket';
import { stopService } from '../../support/process/service';
import { startHostile } from './hostile';
import { eventually, lasting, openDescriptors, startServiceWithBots, TOPIC } from './service-with-bots';

/** Well before what is under way would be cut off (lib/server/drain.ts). */
const PROMPT_MS = 5_000;
const STOP_MAX_MS = 10_000;

it('connections over which nothing was ever sent do not hold a shutdown', async () => {
  const { service } = await startServiceWithBots();
  await startHostile({ kind: 'silent', port: service.port, count: 50, path: '/' });
  const stoppedAt = performance.now();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(PROMPT_MS);
  figure(
    TOPIC,
    'stop beside 50 silent connections',
    `${Math.ceil(performance.now() - stoppedAt)} ms, exit 0`,
  );
});

it.each(['/api/openapi.json', '/docs'])(
  'clients that do not read %s hold a shutdown for 10 s at most',
  async (path) => {
    const { service } = await startServiceWithBots();
    await startHostile({ kind: 'slow-readers', port: service.port, count: 50, path });
    await lasting(1_000)();
    const stoppedAt = performance.now();
    expect(await stopService(service)).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_MAX_MS);
  },
);

// It takes as long as the bound itself.
if (IS_SOAK) {
  it('gives up answers of which their clients take nothing for 30 s', { timeout: 90_000 }, async () => {
    const { service } = await startServiceWithBots();
    const before = openDescriptors(service);
    const path = '/api/openapi.json';
    const sockets = Array.from({ length: 20 }, () => connect({ port: service.port, host: '127.0.0.1' }));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    // More than any buffer on the way takes.
    for (const socket of sockets) socket.write(rawRequest(path).replace('close', 'keep-alive').repeat(500));
    await eventually(() => openDescriptors(service) >= before + sockets.length, 5_000);
    const startedAt = performance.now();
    await eventually(() => openDescriptors(service) <= before + 3, 45_000);
    expect(performance.now() - startedAt).toBeGreaterThan(20_000);
  });
}

it.each(['/api/health/live', '/login'])('%s answers an offered upgrade at once, and closes', async (path) => {
  const { service } = await startServiceWithBots();
  const offer = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  const answer = await exchange(service.port, offer + rawRequest('/api/health/live'), 5_000);
  expect(answer.status).toBe(200);
  // What came behind the offer is not answered, and its client knows.
  expect(answer.head).toMatch(/^connection: close$/im);
});
