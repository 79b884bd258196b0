import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { UnreadResponses } from '@/lib/server/unread-responses';

/** More than the system keeps of one response for a client that does not read. */
const BYTES = 16 * 2 ** 20;

/** A server whose responses of `bytes` are watched; `ask` sends a request on a connection that does not read. */
async function serverOf(bytesMax: number, bytes = BYTES) {
  let nowMs = 0;
  const unread = new UnreadResponses({ bytesMax, clock: () => nowMs });
  const server = createServer((_request, response) => {
    unread.watch(response);
    response.end(Buffer.alloc(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed: string[] = [];
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    unread,
    closed,
    /** What Node keeps in memory for all connections. */
    heldBytes: () => sockets.reduce((sum, { writableLength }) => sum + writableLength, 0),
    setClock: (ms: number) => {
      nowMs = ms;
    },
    async ask(name: string): Promise<Socket> {
      const [[accepted], client] = await Promise.all([
        once(server, 'connection') as Promise<[Socket]>,
        (async () => {
          const socket = connect(port, '127.0.0.1').pause();
          socket.on('error', () => {});
          await once(socket, 'connect');
          socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
          return socket;
        })(),
      ]);
      accepted.once('close', () => closed.push(name));
      onTestFinished(() => void client.destroy());
      await expect.poll(() => accepted.writableLength > 0 || accepted.destroyed).toBe(true);
      return client;
    },
  };
}

it('of too many unread bytes the connection without progress for longest is closed', async () => {
  const { ask, closed, setClock } = await serverOf(2 * BYTES);
  await ask('first');
  setClock(100);
  await ask('second');
  setClock(200);
  await ask('third');
  setClock(300);
  await ask('fourth');
  await expect.poll(() => closed.length).toBeGreaterThan(0);
  expect(closed[0]).toBe('first');
  expect(closed).not.toContain('fourth');
});

it('of a response that the system accepted in part, all counts: Node keeps the whole', async () => {
  const bytes = 6 * 2 ** 20;
  const { ask, heldBytes } = await serverOf(4 * bytes, bytes);
  for (let i = 0; i < 16; i++) await ask(String(i));
  await expect.poll(heldBytes).toBeLessThanOrEqual(4 * bytes);
});

it('a response that is read is not closed however long that takes; one that is not, after 10 s', async () => {
  const { ask, closed, setClock, unread } = await serverOf(100 * BYTES);
  const reader = await ask('read slowly');
  await ask('not read');
  let received = 0;
  for (let second = 1; second <= 9; second++) {
    // Somewhat more than a tenth, so that the server sees the progress of each second.
    const until = received + BYTES / 12;
    while (received < until) {
      const chunk: Buffer | null = reader.read();
      if (chunk === null) await once(reader, 'readable');
      else received += chunk.length;
    }
    setClock(second * 1_000);
    unread.check();
  }
  expect(closed).toEqual([]);
  setClock(10_100);
  unread.check();
  await expect.poll(() => closed).toEqual(['not read']);
});

it('a client that reads everything keeps its connection, also much later', async () => {
  const { ask, closed, setClock, unread } = await serverOf(100 * BYTES);
  const reader = await ask('reader');
  let received = 0;
  reader.on('data', (chunk) => {
    received += chunk.length;
  });
  reader.resume();
  await expect.poll(() => received).toBeGreaterThanOrEqual(BYTES);
  setClock(60_000);
  unread.check();
  expect(closed).toEqual([]);
});
