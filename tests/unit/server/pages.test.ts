import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '@/lib/request/forwarded';
import { watchIdle } from '@/lib/server/next/idle';
import { createPages } from '@/lib/server/pages/pages';

/** The longest response that is received whole: more than the system buffers for a connection whose client reads nothing. */
const BIG = Buffer.alloc(2 * 1_024 * 1_024);
/** If two of these kept their slots, no other would get one. */
const MANY = 40;
const TIMEOUT_MS = 20_000;

type Page = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A pages process that renders `page`, behind a server; with the URLs it was called for and all responses of the server.
 * `saysIdle`: whether it says so when its pages wait. `isHalfOpen`: whether the server goes on for a client that ended its side.
 */
async function serverOf(page: Page, { saysIdle = false, isHalfOpen = false } = {}) {
  const rendered: string[] = [];
  const responses: ServerResponse[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const socketPath = join(folder, 'socket');
  const renderer = createServer((request, response) => {
    rendered.push(request.url ?? '');
    page(request, response);
  }).listen(socketPath);
  await once(renderer, 'listening');
  const hungUp = new AbortController();
  const state = { isRunning: true, held: 0 };
  const gone: string[] = [];
  const pages = createPages({
    socket: async () => {
      if (!state.isRunning) throw new Error('It is not running.');
      return socketPath;
    },
    onGone: (path) => gone.push(path),
    hold: () => {
      state.held++;
      return { signal: hungUp.signal, end: () => void state.held-- };
    },
    inFlightMax: 64,
  });
  if (saysIdle) watchIdle(renderer, pages.onIdle);
  const server = createServer((request, response) => {
    responses.push(response);
    pages.serve(request, response);
  }).listen(0, '127.0.0.1');
  Object.assign(server, { httpAllowHalfOpen: isHalfOpen });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const one of [server, renderer]) {
      one.closeAllConnections();
      one.close();
    }
    rmSync(folder, { recursive: true });
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
  return { rendered, responses, pages, renderer, state, hungUp, gone, socketPath, port, send, get, status };
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

  it('are released by responses whose clients read nothing', async () => {
    const { get, status } = await serverOf((request, response) =>
      response.end(request.url === '/unread' ? BIG : 'page'),
    );
    for (let i = 0; i < MANY; i++) await get('/unread');
    expect(await status(await get('/page'))).toBe(200);
  });

  it('are released by responses that wait for something else', async () => {
    const page: Page = (request, response) => void (request.url === '/hangs' || response.end('page'));
    const { get, status } = await serverOf(page, { saysIdle: true });
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

it('a client that ended its sending side, as one does that has left, is served in turn with its other requests', async () => {
  const held: ServerResponse[] = [];
  const { get, status, rendered, responses } = await serverOf((_, response) => void held.push(response), {
    isHalfOpen: true,
  });
  for (const path of ['/a', '/b']) await get(path);
  await expect.poll(() => rendered).toEqual(['/a', '/b']);
  const left = [];
  for (let i = 0; i < 20; i++) left.push(await get(`/left/${i}`));
  await expect.poll(() => responses.length).toBe(22);
  for (const socket of left) socket.end();
  await expect
    .poll(() => responses.every(({ req }) => req.socket.readableEnded || /[ab]$/.test(req.url ?? '')))
    .toBe(true);
  const socket = await get('/new');
  await expect.poll(() => responses.length).toBe(23);
  for (let i = 0; i < 23; i++) {
    await expect.poll(() => held.length).toBeGreaterThan(i);
    held[i]?.end('page');
  }
  expect(rendered.indexOf('/new')).toBeLessThanOrEqual(3);
  expect(rendered).toHaveLength(23);
  expect(await status(socket)).toBe(200);
  expect(await status(left[19] as Socket)).toBe(200);
});

it('isWaiting is true for responses in the queue only', async () => {
  const { get, status, responses, pages, rendered } = await serverOf((_, response) => response.end('page'));
  await Promise.all(Array.from({ length: 5 }, (_, i) => get(`/${i}`)));
  const socket = await get('/last');
  expect(await status(socket)).toBe(200);
  expect(rendered).toHaveLength(6);
  expect(responses.filter((response) => pages.isWaiting(response))).toEqual([]);

  const other = await serverOf(() => {});
  for (let i = 0; i < 3; i++) await other.get(`/${i}`);
  await expect.poll(() => other.rendered.length).toBe(2);
  await expect.poll(() => other.responses.length).toBe(3);
  expect(other.responses.map((response) => other.pages.isWaiting(response))).toEqual([false, false, true]);
});

describe('a request and its response', () => {
  it('pass through whole, without the fields of one connection', async () => {
    const { port } = await serverOf(async (request, response) => {
      const { headers } = request;
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('X-Body', await textOf(request));
      response.setHeader(
        'X-Sent',
        JSON.stringify([headers['x-one'], headers['x-mine'], headers['keep-alive']]),
      );
      response.writeHead(201).end('made');
    });
    const response = await fetch(`http://127.0.0.1:${port}/a?b=%20c`, {
      method: 'POST',
      body: 'name=value',
      headers: { 'X-Mine': 'kept' },
    });
    expect([response.status, await response.text()]).toEqual([201, 'made']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-body')).toBe('name=value');
    expect(JSON.parse(response.headers.get('x-sent') ?? '')).toEqual([null, 'kept', null]);
  });

  it('a HEAD and an unchanged page keep their fields and have no body', async () => {
    const { port } = await serverOf((request, response) => {
      if (request.method === 'HEAD') response.setHeader('Content-Length', 1_234);
      response.writeHead(request.method === 'HEAD' ? 200 : 304, { ETag: '"x"' }).end();
    });
    const head = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      '1234',
      '"x"',
    ]);
    const same = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'If-None-Match': '"x"' } });
    expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, '"x"', '']);
  });

  it('a client that hangs up ends the work on its page', async () => {
    const { get, rendered } = await serverOf((_, response) => {
      response.once('close', () => rendered.push('ended'));
    });
    const socket = await get('/left');
    await expect.poll(() => rendered).toEqual(['/left']);
    socket.destroy();
    await expect.poll(() => rendered).toEqual(['/left', 'ended']);
  });

  it('a client that ends its side while its report is held ends the wait', async () => {
    const { get, rendered, state, hungUp } = await serverOf((_, response) => {
      response.writeProcessing();
      response.once('close', () => rendered.push('ended'));
    });
    await get('/held');
    await expect.poll(() => state.held).toBe(1);
    hungUp.abort();
    await expect.poll(() => [rendered, state.held]).toEqual([['/held', 'ended'], 0]);
  });

  it('is 503 while the pages are not running, and when they end in between', async () => {
    const { port, state, renderer } = await serverOf(() => renderer.closeAllConnections());
    const load = () => fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    const lost = await load();
    expect([lost.status, await lost.text()]).toEqual([503, expect.stringContaining('may have been stored')]);
    state.isRunning = false;
    const starting = await load();
    expect([starting.status, await starting.text()]).toEqual([
      503,
      expect.stringContaining('Nothing that you sent was stored'),
    ]);
  });

  it('is 503 without anything stored when somebody removed the socket, which is said', async () => {
    const { port, gone, socketPath } = await serverOf((_, response) => response.end());
    rmSync(socketPath);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, await response.text(), gone]).toEqual([
      503,
      expect.stringContaining('Nothing that you sent was stored'),
      [socketPath],
    ]);
  });
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
