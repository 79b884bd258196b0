import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '@/lib/request/forwarded';
import { createRenderLimiter } from '@/lib/server/render-limiter/render-limiter';
import { BODY_BUFFER_BYTES } from '@/lib/server/render-limiter/request-body';

/** More than the system buffers for a connection whose client reads nothing. */
const BIG = Buffer.alloc(16 * 1_024 * 1_024);
/** If each of these held its slot for 250 ms, the test would take 25 s. */
const MANY = 200;
const TIMEOUT_MS = 20_000;

type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that renders `page`, with the URLs it was called for and all responses. */
async function serverOf(page: Page) {
  const rendered: string[] = [];
  const responses: ServerResponse[] = [];
  const limiter = createRenderLimiter(
    (request, response) => {
      rendered.push(request.url ?? '');
      page(request, response);
    },
    () => 0,
  );
  const server = createServer({ highWaterMark: BODY_BUFFER_BYTES }, (request, response) => {
    responses.push(response);
    limiter.serve(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Sends a request and reads nothing. */
  const send = async (text: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' }).pause();
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.write(text, resolve));
    return socket;
  };
  const get = (path: string, client = '192.0.2.1') =>
    send(`GET ${path} HTTP/1.1\r\nHost: x\r\n${CLIENT_ADDRESS_HEADER}: ${client}\r\n\r\n`);
  const status = async (socket: Socket) => {
    let text = '';
    for await (const part of socket) {
      text += part;
      if (text.includes('\r\n\r\n')) break;
    }
    return Number(text.slice(9, 12));
  };
  return { rendered, responses, limiter, send, get, status };
}

describe('slots for pages', () => {
  it('are not used by requests whose bodies are incomplete', async () => {
    const { send, get, status, rendered } = await serverOf((_, response) => response.end('page'));
    const unfinished = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        send(`POST /unfinished/${i} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx`),
      ),
    );
    expect(await status(await get('/page'))).toBe(200);
    expect(rendered).toEqual(['/page']);
    unfinished[7]?.write('x');
    expect(await status(unfinished[7] as Socket)).toBe(200);
    expect(rendered).toEqual(['/page', '/unfinished/7']);
  });

  it.each<[string, Page]>([
    ['were ended', (_, response) => response.end(BIG)],
    [
      'are being written',
      (_, response) => {
        response.write(BIG);
        response.once('drain', () => response.end());
      },
    ],
  ])(
    'are released by responses that %s while their clients read nothing',
    {
      timeout: TIMEOUT_MS,
    },
    async (_, page) => {
      const { get, status } = await serverOf((request, response) =>
        request.url === '/unread' ? page(request, response) : response.end('page'),
      );
      for (let i = 0; i < MANY; i++) await get('/unread');
      expect(await status(await get('/page'))).toBe(200);
    },
  );

  it('are released by responses that wait for something else', { timeout: TIMEOUT_MS }, async () => {
    const { get, status } = await serverOf((request, response) => {
      if (request.url !== '/hangs') response.end('page');
    });
    for (let i = 0; i < 6; i++) await get('/hangs');
    expect(await status(await get('/page'))).toBe(200);
  });

  it('are not used by files of the build', async () => {
    const { get, status, rendered } = await serverOf((request, response) => {
      if (request.url?.startsWith('/_next')) response.end('file');
    });
    const hanging = ['/1', '/2', '/3', '/4'];
    for (const path of hanging) await get(path);
    expect(await status(await get('/_next/static/chunks/a.js'))).toBe(200);
    // Two have slots; the others are queued.
    expect(rendered.filter((path) => hanging.includes(path)).length).toBeLessThanOrEqual(2);
  });
});

it('isWaiting is true for responses in the queue only', async () => {
  const { get, status, responses, limiter, rendered } = await serverOf((_, response) => response.end('page'));
  await Promise.all(Array.from({ length: 5 }, (_, i) => get(`/${i}`)));
  const socket = await get('/last');
  expect(await status(socket)).toBe(200);
  expect(rendered).toHaveLength(6);
  expect(responses.filter((response) => limiter.isWaiting(response))).toEqual([]);

  const other = await serverOf(() => {});
  for (let i = 0; i < 3; i++) await other.get(`/${i}`);
  await expect.poll(() => other.rendered.length).toBe(2);
  await expect.poll(() => other.responses.length).toBe(3);
  expect(other.responses.map((response) => other.limiter.isWaiting(response))).toEqual([false, false, true]);
});

it('starts a queued request outside of the asynchronous context of the one that ended', async () => {
  const page = new AsyncLocalStorage<string>();
  const startedIn: (string | undefined)[] = [];
  let sendPages = () => {};
  const allQueued = new Promise<void>((resolve) => {
    sendPages = resolve;
  });
  const { get, status, responses } = await serverOf((request, response) => {
    startedIn.push(page.getStore());
    void page.run(request.url ?? '', () => allQueued.then(() => response.end('page')));
  });
  const sockets = await Promise.all(Array.from({ length: 6 }, (_, i) => get(`/${i}`)));
  await expect.poll(() => responses.length).toBe(6);
  sendPages();
  for (const socket of sockets) expect(await status(socket)).toBe(200);
  expect(startedIn).toEqual(Array(6).fill(undefined));
});

it('closes the oldest unread response of the client with most of them', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { get, responses } = await serverOf((_, response) => response.end(BIG));
  const mine = await get('/mine', '192.0.2.2');
  for (let i = 0; i < 300; i++) await get('/unread');
  await expect.poll(() => responses.filter(({ closed }) => closed).length, { timeout: TIMEOUT_MS }).toBe(45);
  const [of, ...others] = responses;
  expect([of?.closed, others.slice(0, 45).every(({ closed }) => closed)]).toEqual([false, true]);
  expect(mine.destroyed).toBe(false);
});

describe('bodies of requests for pages', () => {
  const head = (bytes: number, client: string) =>
    `POST / HTTP/1.1\r\nHost: x\r\n${CLIENT_ADDRESS_HEADER}: ${client}\r\nContent-Length: ${bytes}\r\n\r\n`;
  const BYTES = 65_536;
  /** All but the last byte. */
  const unfinished = (client: string) => `${head(BYTES, client)}${'x'.repeat(BYTES - 1)}`;

  it('are buffered up to a limit per client and in total, beyond which only small ones are accepted', async () => {
    const { send, status, responses } = await serverOf((_, response) => response.end('page'));
    const refused = () => responses.filter(({ statusCode }) => statusCode === 503).length;
    // 64 complete bodies of one client are 4 MiB.
    for (let i = 0; i < 66; i++) await send(unfinished('192.0.2.1'));
    await expect.poll(() => [responses.length, refused()], { timeout: TIMEOUT_MS }).toEqual([66, 2]);
    expect(await status(await send(`${head(8_192, '192.0.2.2')}${'x'.repeat(8_192)}`))).toBe(200);
    for (let i = 2; i < 18; i++) {
      for (let j = 0; j < 64; j++) await send(unfinished(`192.0.2.${i}`));
    }
    await expect.poll(refused, { timeout: TIMEOUT_MS }).toBeGreaterThan(3);
    expect(await status(await send(`${head(8_192, '192.0.2.200')}${'x'.repeat(8_192)}`))).toBe(200);
    expect(await status(await send(`${head(8_193, '192.0.2.201')}${'x'.repeat(8_193)}`))).toBe(503);
  }, 60_000);
});
