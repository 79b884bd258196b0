import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnreadResponses } from '@/lib/server/unread-responses';

const BODY = 'ä'.repeat(4 * 2 ** 20);
const BODY_BYTES = 2 * BODY.length;
let nowMs = 0;
let unread: UnreadResponses;
let server: ReturnType<typeof createServer>;
let responses: ServerResponse[];
let clients: Socket[];

beforeEach(async () => {
  nowMs = 0;
  responses = [];
  clients = [];
  unread = new UnreadResponses(() => nowMs);
  server = createServer((_, response) => {
    responses.push(response);
    unread.watch(response);
    response.writeHead(200, { 'Content-Length': BODY_BYTES }).end(BODY);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.close();
});

const until = async (isDone: () => boolean) => {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
};

/** A client that asks and reads nothing. */
async function ask(): Promise<Socket> {
  const before = responses.length;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {});
  clients.push(client);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => responses.length > before);
  return client;
}

it('of clients that never read, at most 32 MB are kept; who is longest without progress is closed', async () => {
  for (let i = 0; i < 10; i++) {
    await ask();
    expect(unread.bytes).toBeLessThanOrEqual(32 * 2 ** 20);
  }
  await until(() => responses.filter(({ destroyed }) => destroyed).length === 6);
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([
    ...Array(6).fill(true),
    ...Array(4).fill(false),
  ]);
});

it('a response is closed after 10 s without progress', async () => {
  await ask();
  nowMs = 10_000;
  await until(() => responses[0]?.destroyed === true);
  expect(unread.bytes).toBe(0);
});

it('a client that reads gets the whole response, and nothing is kept after it', async () => {
  const client = await ask();
  let bytes = 0;
  client.on('data', (data) => {
    bytes += data.length;
  });
  client.resume();
  await until(() => responses[0]?.writableFinished === true && bytes > BODY_BYTES);
  await until(() => unread.bytes === 0);
});
