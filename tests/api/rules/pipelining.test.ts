import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { exchange } from '../../support/process/http';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

const lines = (...text: string[]) => text.join('\r\n');
const get = (path: string, ...headers: string[]) =>
  lines(`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', '');
const post = (body: string, ...headers: string[]) =>
  lines(
    `POST ${REPORT_PATH} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  );
const id = (i: number) => `X-Request-Id: request-${String(i).padStart(4, '0')}`;
const CLOSE = 'Connection: close';

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const idsIn = (text: string) => [...text.matchAll(/x-request-id: (request-\d+)/gi)].map(([, name]) => name);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => `request-${String(i).padStart(4, '0')}`);
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

onEveryServer((api) => {
  it.each([30, 2_000])('responds to %i pipelined reads in order', async (count) => {
    const bot = await api.operator.bot();
    const key = `Authorization: ${bearer(bot).Authorization}`;
    const requests = Array.from({ length: count }, (_, i) =>
      get(i % 10 === 0 ? USAGE_PATH : '/api/health/live', key, id(i), ...(i === count - 1 ? [CLOSE] : [])),
    );
    const { text } = await exchange(api.port, requests.join(''));
    expect(statusesIn(text)).toEqual(times(count, 200));
    expect(idsIn(text)).toEqual(numbered(count));
    expect((await api.operator.state(bot.id)).used).toBe(count / 10);
  });

  it('stores pipelined reports with bodies of 15 kB, each for its bot, and responds in order', async () => {
    const bots = await api.operator.bots(60, 'free');
    const requests = bots.map((bot, i) =>
      post(
        JSON.stringify(report(bot, { serverCount: i, padding: 'x'.repeat(i % 2 === 0 ? 15_000 : 10) })),
        `Authorization: ${bearer(bot).Authorization}`,
        id(i),
        ...(i === bots.length - 1 ? [CLOSE] : []),
      ),
    );
    const { text } = await exchange(api.port, requests.join(''));
    expect(statusesIn(text)).toEqual(times(60, 200));
    expect(idsIn(text)).toEqual(numbered(60));
    for (const [i, bot] of bots.entries()) {
      expect((await api.operator.state(bot.id)).reports).toMatchObject([{ serverCount: i }]);
    }
  });

  it('responds to pages and calls that are pipelined together in order', async () => {
    const pairs = times(20, get('/login') + get('/api/unknown'));
    const { text } = await exchange(api.port, pairs.join('') + get('/api/health/live', CLOSE));
    expect(statusesIn(text)).toEqual([...times(20, [200, 404]).flat(), 200]);
  });

  it('responds to all pipelined requests of a client that half-closed the connection', async () => {
    const { text } = await exchange(api.port, (socket) => {
      socket.end(
        Array.from({ length: 100 }, (_, i) => get('/api/health/live', id(i))).join('') + get('/login'),
      );
    });
    expect(idsIn(text)).toEqual(numbered(100));
    expect(statusesIn(text)).toEqual(times(101, 200));
  });

  it('responds to all pipelined requests of a client that sends them byte by byte', async () => {
    const bytes = get('/api/health/live').repeat(20) + get('/api/health/live', CLOSE);
    const { text } = await exchange(api.port, (socket) => {
      socket.setNoDelay();
      const send = (i: number) => {
        if (i < bytes.length) socket.write(bytes.charAt(i), () => send(i + 1));
      };
      send(0);
    });
    expect(statusesIn(text)).toEqual(times(21, 200));
  });

  it('responds to all pipelined requests of a client that reads only after sending all of them', async () => {
    const count = 400;
    const { text } = await exchange(api.port, (socket) => {
      socket.pause();
      // More than all buffers on the way hold.
      const requests = times(count, get('/api/openapi.json')).join('');
      socket.write(requests.slice(0, requests.length / 2));
      socket.write(requests.slice(requests.length / 2) + get('/api/health/live', CLOSE));
      setImmediate(() => socket.resume());
    });
    expect(statusesIn(text)).toEqual(times(count + 1, 200));
  });

  it('serves the valid requests before it refuses an invalid one', async () => {
    const bot = await api.operator.bot();
    const key = `Authorization: ${bearer(bot).Authorization}`;
    const reads = times(3, get(USAGE_PATH, key)).join('');
    for (const [rest, status] of [
      ['no HTTP at all\r\n\r\n', 400],
      [get(USAGE_PATH, `X-A: ${'a'.repeat(20_000)}`), 431],
      [
        lines(`POST ${REPORT_PATH} HTTP/1.1`, 'Host: x', key, 'Transfer-Encoding: chunked', '', 'zz', ''),
        400,
      ],
    ] as const) {
      const { text } = await exchange(api.port, reads + rest);
      expect(statusesIn(text).slice(0, 4)).toEqual([200, 200, 200, status]);
    }
  });

  it('serves no request after one with Connection: close', async () => {
    const bot = await api.operator.bot();
    const key = `Authorization: ${bearer(bot).Authorization}`;
    for (const last of ['Connection: close', 'Connection: Upgrade\r\nUpgrade: websocket']) {
      const { text } = await exchange(
        api.port,
        get(USAGE_PATH, key, last) + post(JSON.stringify(report(bot)), key),
      );
      expect(statusesIn(text)).toEqual([200]);
    }
    // A later call on another connection is served after it: by then it would have been served.
    for (let i = 0; i < 20; i++) await api.send({ path: '/api/health/live' });
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 2, reports: [] });
  });
});
