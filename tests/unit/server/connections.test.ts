import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Connections } from '@/lib/server/connections';

/** Sends no response by itself. Requests to `/page` count as queued in the render limiter, all others as being served. */
async function serverWith(max: number) {
  const server = Object.assign(createServer(), { httpAllowHalfOpen: true });
  const responses: ServerResponse[] = [];
  const connections = new Connections(
    server,
    max,
    (_, response) => void responses.push(response),
    (response) => response.req.url === '/page',
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
  return { server, open, responses, hold };
}

const indexOfClosed = (sockets: readonly Socket[]) =>
  Promise.race(sockets.map((socket, i) => once(socket, 'close').then(() => i)));

it('evicts the connection that has waited longest for a page, and none that is being served', async () => {
  const { open, responses } = await serverWith(4);
  const sockets = [await open('/call'), await open('/page'), await open('/page'), await open('/call')];
  const closed = indexOfClosed(sockets);
  const fresh = await open('/call');
  expect(await closed).toBe(1);
  responses.at(-1)?.end('served');
  const [response] = await once(fresh, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
});

it('evicts an idle connection before those that wait for a page', async () => {
  const { open, responses } = await serverWith(4);
  const sockets = [await open('/page'), await open('/call'), await open('/page'), await open('/page')];
  const responded = once(sockets[1] as Socket, 'data');
  responses[1]?.end('served');
  await responded;
  const closed = indexOfClosed(sockets);
  await open();
  expect(await closed).toBe(1);
});

it('evicts a connection that has served few requests before one that has served many', async () => {
  const { open, responses } = await serverWith(3);
  const served = () => responses.filter((response) => response.end()).length;
  const pipelined = (count: number) => 'GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count);
  const sockets: Socket[] = [];
  for (const count of [20, 10, 10]) {
    const socket = await open();
    sockets.push(socket.resume());
    const before = served();
    socket.write(pipelined(count));
    await expect.poll(served, { interval: 1 }).toBe(before + count);
  }
  const closed = indexOfClosed(sockets);
  await open();
  expect(await closed).toBe(1);
});

it('evicts a connection with pipelined requests before a new one', async () => {
  const { server, open } = await serverWith(4);
  const sockets: Socket[] = [];
  for (const count of [2, 2, 2, 0]) {
    const socket = await open();
    sockets.push(socket);
    const received = once(server, 'request');
    socket.write('GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
    if (count > 0) await received;
  }
  const closed = indexOfClosed(sockets);
  await open();
  expect(await closed).toBe(0);
});

it('keeps a connection that pauses between requests beside older ones with requests that wait', async () => {
  const { server, open, responses } = await serverWith(3);
  const call = 'GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const sockets: Socket[] = [];
  for (const texts of [[call + call], [call + call], [call, call]]) {
    const socket = await open();
    sockets.push(socket.resume());
    for (const text of texts) {
      const received = once(server, 'request');
      socket.write(text);
      await received;
      if (texts.length > 1) await new Promise((resolve) => responses.at(-1)?.end(resolve));
    }
  }
  const closed = indexOfClosed(sockets);
  await open();
  expect(await closed).toBe(0);
});

it('evicts a connection whose pipelined requests wait behind one for a page', async () => {
  const { server, open } = await serverWith(3);
  const pipelined = 'GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3);
  const sockets = [await open('/call'), await open('/page'), await open('/page')];
  for (const socket of sockets.slice(1)) {
    const received = once(server, 'request');
    socket.write(pipelined);
    await received;
  }
  const closed = indexOfClosed(sockets);
  await open('/call');
  expect(await closed).toBe(1);
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
