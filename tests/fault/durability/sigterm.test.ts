import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { suiteFolder } from '../../support/fault/serve';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { logLines, ROOT, type Service, startService, stopService } from '../../support/process/service';

const STOP_MAX_MS = 10_000;
/** When the server closes connections with unfinished requests (lib/server/drain.ts). */
const CUT_OFF_MS = 8_000;

const folder = suiteFolder();
const databaseFile = join(folder, 'botmeter.db');
let service: Service;
let operator: Operator;

beforeAll(async () => {
  await createOwner(databaseFile);
  operator = new Operator(databaseFile);
});
/** Each test stops the service that it starts. */
const start = async (env = {}) => {
  service = await startService({ databaseFile, env });
};
afterAll(async () => {
  service.kill('SIGKILL');
  await operator.close();
});

/** Opens a connection on which the server has read a report's headers and waits for its body. */
async function halfSent(bot: TestBot) {
  const { method, path, headers, body = '' } = reportRequest(bot);
  const socket = connect({ port: service.port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const fields = { Host: 'localhost', ...headers, 'Content-Length': body.length, Expect: '100-continue' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'data');
  return { socket, body, text: () => text };
}

/** Resolves when the server accepts no more connections. */
async function refusal(): Promise<void> {
  for (let isOpen = true; isOpen; ) {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
  }
}

it('responds to a report whose body arrives after SIGTERM', async () => {
  await start();
  const bot = await operator.bot();
  const { socket, body, text } = await halfSent(bot);
  const isClosed = once(socket, 'close');
  const stoppedAt = performance.now();
  service.kill('SIGTERM');
  await refusal();
  socket.write(body);
  await isClosed;
  // The server closes the connection, well before it would close those with unfinished requests.
  expect(performance.now() - stoppedAt).toBeLessThan(CUT_OFF_MS);
  expect(text()).toMatch(/\r\nHTTP\/1\.1 200 OK\r\n/);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await operator.state(bot.id)).toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
});

it('responds to a report that is held when it stops', async () => {
  await start();
  const bot = await operator.bot({ plan: 'business' });
  const client = new Client(service.port);
  await client.send({ path: '/api/health/live' });
  await operator.setLastReport(bot.id, Date.now() - 60_000 + 1_900);
  const reported = client.send(reportRequest(bot));
  // The place of the bot is taken once its report is held.
  await expect.poll(async () => (await client.send(reportRequest(bot))).status).toBe(429);
  service.kill('SIGTERM');
  expect((await reported).status).toBe(200);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect((await operator.state(bot.id)).used).toBe(1);
});

it('serves new connections for a second while another is open, and responds to readiness checks with 503', async () => {
  await start();
  const bot = await operator.bot();
  const [open, balancer, fresh] = [1, 2, 3].map(() => new Client(service.port)) as [Client, Client, Client];
  await open.send({ path: '/api/health/live' });
  service.kill('SIGTERM');
  await expect
    .poll(async () => (await balancer.send({ path: '/api/health/ready' })).status, { interval: 5 })
    .toBe(503);
  const response = await fresh.send(reportRequest(bot));
  expect([response.status, response.header('connection')]).toEqual([200, 'close']);
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await operator.state(bot.id)).toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
});

it('closes a connection whose report has no body within 10 s, and counts nothing', async () => {
  await start();
  const bot = await operator.bot();
  const { socket } = await halfSent(bot);
  const stoppedAt = performance.now();
  expect(await stopService(service)).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MAX_MS);
  socket.destroy();
  expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
});

it('closes idle keep-alive connections, and exits 0 on SIGINT as well', async () => {
  await start();
  const client = new Client(service.port);
  expect((await client.send({ path: '/api/health/live' })).status).toBe(200);
  const stoppedAt = performance.now();
  expect(await stopService(service, 'SIGINT')).toEqual({ code: 0, signal: null });
  expect(performance.now() - stoppedAt).toBeLessThan(CUT_OFF_MS);
  client.close();
});

it('a stop that fails is a line of the log and status 1', async () => {
  const preload = join(folder, 'cannot-close.mjs');
  const driver = JSON.stringify(join(ROOT, 'lib/data/sqlite/driver.mjs'));
  writeFileSync(
    preload,
    `import Database from ${driver};
     process.once('SIGTERM', () => {
       Database.prototype.close = () => { throw new Error('The disk is gone.'); };
     });`,
  );
  await start({ NODE_OPTIONS: `--import ${preload}` });
  expect(await stopService(service)).toEqual({ code: 1, signal: null });
  expect(logLines(service).at(-1)).toMatchObject({
    msg: 'the service ended before everything was closed',
    err: { message: 'The disk is gone.' },
  });
});
