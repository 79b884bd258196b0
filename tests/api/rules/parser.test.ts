import { expect, inject, it } from 'vitest';
import { ApiServer, onOneServer } from '../../support/process/api-server';
import { exchange } from '../../support/process/http';
import { REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

const lines = (...text: string[]) => text.join('\r\n');
const get = (...headers: string[]) => lines(`GET ${USAGE_PATH} HTTP/1.1`, 'Host: x', ...headers, '', '');
const post = (key: string, ...rest: string[]) =>
  lines(
    `POST ${REPORT_PATH} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Content-Type: application/json',
    `Authorization: Bearer ${key}`,
    ...rest,
  );

const MALFORMED: [string, string][] = [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', `FROB ${USAGE_PATH} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['an unknown version', `GET ${USAGE_PATH} HTTP/9.9\r\nHost: x\r\n\r\n`],
  ['a target without a slash', 'GET api/v1/usage HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with a space', `GET ${USAGE_PATH} x HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a target with a byte above 127', `GET /api/\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['no Host', `GET ${USAGE_PATH} HTTP/1.1\r\n\r\n`],
  ['a header without a colon', get('oops')],
  ['a header name with a space', get('X Y: z')],
  ['a NUL in a header', get('X-Y: a\0b')],
  ['a negative Content-Length', get('Content-Length: -1')],
  ['a Content-Length that is no number', get('Content-Length: x')],
  ['two Content-Lengths', get('Content-Length: 1', 'Content-Length: 2')],
  ['Content-Length and Transfer-Encoding', get('Content-Length: 1', 'Transfer-Encoding: chunked')],
  ['an unknown Transfer-Encoding', get('Transfer-Encoding: rot13')],
];
const UNTOUCHED = { used: 0, rejected: 0, reports: [] };

onOneServer((api) => {
  const { operator, port } = api;
  const send = (request: string) => exchange(port, Buffer.from(request, 'latin1'));

  it.each(MALFORMED)('refuses %s with 400 and closes the connection', async (_, request) => {
    expect((await send(request)).status).toBe(400);
  });

  it.each([
    ['a header', get(`X-A: ${'a'.repeat(20_000)}`)],
    ['an Authorization', get(`Authorization: Bearer ${'a'.repeat(20_000)}`)],
    ['a target', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('refuses %s of 20 kB with 431 and closes the connection', async (_, request) => {
    expect((await send(request)).status).toBe(431);
  });

  it('closes a CONNECT without tunnelling anywhere', async () => {
    expect((await send('CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\n\r\n')).status).not.toBe(200);
  });

  it('counts nothing for a chunked body whose framing is broken, and closes the connection', async () => {
    const bot = await operator.bot();
    const response = await send(post(bot.key, 'Transfer-Encoding: chunked', '', 'zz', 'oops', '', ''));
    expect([0, 400]).toContain(response.status);
    expect(await operator.state(bot.id)).toMatchObject(UNTOUCHED);
  });

  it('counts nothing for a body that the client aborts', async () => {
    const bot = await operator.bot();
    for (const framing of [
      ['Content-Length: 5000', '', JSON.stringify(report(bot))],
      ['Transfer-Encoding: chunked', '', '1', '{'],
    ]) {
      await exchange(port, (socket) => socket.write(post(bot.key, ...framing), () => socket.destroy()));
    }
    // A later request on another connection is served after it: by then the server has seen the abort.
    for (let i = 0; i < 20; i++) await api.send({ path: '/api/health/live' });
    expect(await operator.state(bot.id)).toMatchObject(UNTOUCHED);
  });

  it('responds to pipelined requests in their order', async () => {
    const bot = await operator.bot();
    const body = JSON.stringify(report(bot));
    const first = post(bot.key, `Content-Length: ${body.length}`, '', body);
    const second = get(`Authorization: Bearer ${bot.key}`, 'Connection: close');
    const { text } = await send(first.replace('Connection: close\r\n', '') + second);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(text.indexOf('updatedAt')).toBeLessThan(text.indexOf('usageHistory'));
    expect((await operator.state(bot.id)).used).toBe(2);
  });

  it('serves HTTP/1.0 and closes the connection', async () => {
    const bot = await operator.bot();
    const request = `GET ${USAGE_PATH} HTTP/1.0\r\nAuthorization: Bearer ${bot.key}\r\n\r\n`;
    expect((await send(request)).status).toBe(200);
  });

  it('sends 100 Continue to a client that expects it, then reads the body', async () => {
    const bot = await operator.bot();
    const body = JSON.stringify(report(bot));
    const head = post(bot.key, 'Expect: 100-continue', `Content-Length: ${body.length}`, '', '');
    const { text } = await exchange(port, (socket) => {
      socket.write(head);
      socket.once('data', () => socket.write(body));
    });
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('ignores an unknown expectation', async () => {
    const bot = await api.operator.bot();
    expect((await api.usage(bot, { headers: { Expect: 'wonders' } })).status).toBe(200);
  });
});

it('returns 408 for a request or a body that does not arrive, and closes the connection', async () => {
  const expectClosed = async (api: ApiServer) => {
    const bot = await api.operator.bot();
    const open = (...framing: string[]) => post(bot.key, ...framing).replace('Connection: close\r\n', '');
    const late = [
      open('Content-Length: 50', '', '{'),
      open('Content-Length: 50', '', ''),
      open('Transfer-Encoding: chunked', '', '1', '{', ''),
      'POST /login HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 50\r\n\r\nx',
      `GET ${USAGE_PATH} HTTP/1.1\r\nHost: x\r\nX-Slow`,
      'G',
    ];
    const responses = await Promise.all(late.map((request) => exchange(api.port, request, 55_000)));
    expect(responses.map(({ status }) => status)).toEqual(late.map(() => 408));
    expect(await api.operator.state(bot.id)).toMatchObject(UNTOUCHED);
    await api.close();
  };
  // Both wait for half a minute, at the same time.
  await Promise.all(inject('servers').map((server) => expectClosed(new ApiServer(server))));
});
