import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Connections } from '@/lib/server/connections';

/** Sends no response by itself. Requests to `/page` count as queued, all others as being served. */
async function serverWith(max: number) {
  const server = Object.assign(createServer(), { httpAllowHalfOpen: true });
  const responses: ServerResponse[] = [];
  const time = { nowMs: 0 };
  const connections = new Connections(
    server,
    max,
    (_, response) => void responses.push(response),
    (response) => response.req.url === '/page',
    () => time.nowMs,
  );
  server.on('request', connections.onRequest);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** Resolves when the server has received the request, or accepted the connection. */
  const open = async (path?: string): Promise<Socket> => {
    const taken = once(server, path === undefined ? 'connection' : 'request');
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket.on('error', () => {}));
    if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await taken;
    return socket;
  };
  /** Holds back the response to the `i`th request. */
  const hold = (i: number) => connections.hold(responses[i]?.req.socket as Socket).signal;
  return { server, open, responses, hold, time };
}

const indexOfClosed = (sockets: readonly Socket[]) =>
  Promise.race(sockets.map((socket, i) => once(socket, 'close').then(() => i)));

/** What a connection sends in one write, as words: paths of requests, and whether they are responded to. */
const SERVED = 'served';
/** In place of a write: the connection is idle for a second. */
const IDLE = 'idle';
const calls = (count: number, ...more: string[]) => [...Array(count).fill('/call'), ...more].join(' ');

it.each<[string, readonly (readonly string[])[], number]>([
  [
    'the one that has waited longest for a page, none served',
    [['/call'], ['/page'], ['/page'], ['/call']],
    1,
  ],
  ['an idle one before those that wait', [['/page'], [calls(1, SERVED), IDLE], ['/page'], ['/page']], 1],
  ['one that waits before one that may send next', [[calls(1, SERVED)], ['/page'], ['/page'], ['/page']], 1],
  ['one with few served before one with many', [20, 10, 10].map((count) => [calls(count, SERVED)]), 1],
  ['one with pipelined requests before a new one', [[calls(2)], [calls(2)], [calls(2)], []], 0],
  ['an older one that waits', [[calls(2)], [calls(2)], [calls(1, SERVED), calls(1, SERVED)]], 0],
  ['one whose requests wait for a page', [['/call'], ['/page', calls(3)], ['/page', calls(3)]], 1],
  ['an older idle one before one with requests that wait', [[calls(2, SERVED), IDLE], [calls(2)]], 0],
])('evicts %s', async (_, connections, evicted) => {
  const { server, open, responses, time } = await serverWith(connections.length);
  const sockets: Socket[] = [];
  for (const writes of connections) {
    const socket = await open();
    sockets.push(socket.resume());
    for (const words of writes) {
      if (words === IDLE) {
        time.nowMs += 1_000;
        continue;
      }
      const paths = words.split(' ').filter((word) => word !== SERVED);
      const received = once(server, 'request');
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
      await received;
      if (!words.endsWith(SERVED)) continue;
      const first = responses.length - 1;
      for (let i = 0; i < paths.length; i++) {
        await expect.poll(() => responses.length, { interval: 1 }).toBeGreaterThan(first + i);
        await new Promise((resolve) => responses[first + i]?.end(resolve));
      }
    }
  }
  const closed = indexOfClosed(sockets);
  const fresh = await open('/call');
  expect(await closed).toBe(evicted);
  responses.at(-1)?.end('served');
  const [response] = await once(fresh, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
});

it('evicts a new connection itself if each of the others is being served', async () => {
  const { open, responses } = await serverWith(2);
  const sockets = [await open('/call'), await open('/call')];
  await once((await open()).resume(), 'close');
  const received = sockets.map((socket) => once(socket, 'data'));
  for (const response of responses) response.end('served');
  expect((await Promise.all(received)).map(String)).toEqual(Array(2).fill(expect.stringContaining('200 OK')));
});

it('evicts a connection whose response is held back after those that wait for a page, and none that is being served', async () => {
  const { open, hold } = await serverWith(3);
  const sockets = [await open('/call'), await open('/held'), await open('/page')];
  const signal = hold(1);
  const closed = indexOfClosed(sockets);
  await open('/call');
  expect([await closed, signal.aborted]).toEqual([2, false]);
  const held = once(sockets[1] as Socket, 'close');
  await open('/call');
  await held;
  expect(signal.aborted).toBe(true);
});

it.each([
  ['end', 0],
  ['end', 400],
  ['resetAndDestroy', 0],
  ['resetAndDestroy', 400],
] as const)(
  'a client hangs up on a held response with %s(), %i pipelined requests behind',
  async (leave, behind) => {
    const { open, hold, responses } = await serverWith(3);
    const socket = await open('/held');
    const signal = hold(0);
    const hungUp = once(signal, 'abort');
    const served = once(socket, 'close');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.write('GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(behind), () => socket[leave]());
    await hungUp;
    if (leave === 'resetAndDestroy') return;
    // What is pipelined behind it is still responded to.
    for (let i = 0; i <= behind; i++) {
      await expect.poll(() => responses.length, { interval: 1 }).toBeGreaterThan(i);
      responses[i]?.end();
    }
    await served;
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(behind + 1);
  },
);
