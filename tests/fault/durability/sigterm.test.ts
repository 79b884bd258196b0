import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { bearer, REPORT_PATH, report } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

const STOP_MAX_MS = 10_000;
/** When the server cuts off what is under way (lib/server/drain.ts): what ends by itself ends before. */
const CUT_OFF_MS = 8_000;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-sigterm-'));
const databaseFile = join(folder, 'botmeter.db');
let service: Service;
let operator: Operator;

beforeAll(async () => {
  const first = await startService({ databaseFile });
  await createOwner(databaseFile);
  await stopService(first);
  operator = new Operator(databaseFile);
});
beforeEach(async () => {
  service = await startService({ databaseFile });
});
afterAll(async () => {
  service.kill('SIGKILL');
  await operator.close();
  rmSync(folder, { recursive: true });
});

/** A connection on which the server has read a report's headers and waits for its body. */
async function halfSent(bot: TestBot) {
  const body = JSON.stringify(report(bot));
  const socket = connect({ port: service.port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(
    [
      `POST ${REPORT_PATH} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Authorization: Bearer ${bot.key}`,
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  await once(socket, 'data');
  return { socket, body, text: () => text };
}

/** Resolves when the server takes no more connections. */
async function refusal(): Promise<void> {
  for (let isOpen = true; isOpen; ) {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
  }
}

it('answers a report whose body was still to come', async () => {
  const bot = await operator.bot();
  const { socket, body, text } = await halfSent(bot);
  const isClosed = once(socket, 'close');
  const stoppedAt = performance.now();
  service.kill('SIGTERM');
  await refusal();
  socket.write(body);
  await isClosed;
  // The client need not close: the server does, well before it would cut off what is under way.
  expect(performance.now() - stoppedAt).toBeLessThan(CUT_OFF_MS);
  expect(text()).toMatch(/\r\nHTTP\/1\.1 200 OK\r\n/);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await operator.state(bot.id)).toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
});

it('beside an open connection serves new ones for a second, and tells load balancers that it stops', async () => {
  const bot = await operator.bot();
  const [open, balancer, fresh] = [1, 2, 3].map(() => new Client(service.port)) as [Client, Client, Client];
  await open.send({ path: '/api/health/live' });
  service.kill('SIGTERM');
  await expect
    .poll(async () => (await balancer.send({ path: '/api/health/ready' })).status, { interval: 5 })
    .toBe(503);
  const answer = await fresh.send({
    ...{ method: 'POST', path: REPORT_PATH, body: JSON.stringify(report(bot)) },
    headers: { ...bearer(bot), 'Content-Type': 'application/json' },
  });
  expect([answer.status, answer.header('connection')]).toEqual([200, 'close']);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await operator.state(bot.id)).toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
});

it('cuts off a report whose body never comes, within 10 s, and counts nothing', async () => {
  const bot = await operator.bot();
  const { socket } = await halfSent(bot);
  const stoppedAt = performance.now();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MAX_MS);
  socket.destroy();
  expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
});

it('ends connections that are kept alive and idle, and exits 0 on SIGINT as well', async () => {
  const client = new Client(service.port);
  expect((await client.send({ path: '/api/health/live' })).status).toBe(200);
  const stoppedAt = performance.now();
  expect(await stopService(service, 'SIGINT')).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(CUT_OFF_MS);
  client.close();
});
