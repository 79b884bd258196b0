import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { onEveryServer, onFrontDoor } from '../../support/process/api-server';
import { exchange } from '../../support/process/raw-socket';
import { REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

const get = (...headers: string[]) =>
  [`GET ${USAGE_PATH} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

const malformed: [string, string][] = [
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

onEveryServer((api) => {
  it.each(malformed)('answers 400 to %s and closes the connection', async (_, bytes) => {
    const response = await exchange(api.port, Buffer.from(bytes, 'latin1'));
    expect(response.status).toBe(400);
  });

  it('answers 431 to oversized headers and closes the connection', async () => {
    for (const header of [`X-A: ${'a'.repeat(20_000)}`, `Authorization: Bearer ${'a'.repeat(20_000)}`]) {
      expect((await exchange(api.port, get(header))).status).toBe(431);
    }
    expect(
      (await exchange(api.port, `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).status,
    ).toBe(431);
  });

  it('closes a CONNECT without tunnelling anywhere', async () => {
    expect((await exchange(api.port, 'CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\n\r\n')).status).not.toBe(
      200,
    );
  });

  const post = (key: string, ...rest: string[]) =>
    [
      `POST ${REPORT_PATH} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      `Authorization: Bearer ${key}`,
      ...rest,
    ].join('\r\n');

  it('counts nothing for a chunked body whose framing is broken, and closes the connection', async () => {
    const bot = await api.operator.bot();
    const response = await exchange(
      api.port,
      post(bot.key, 'Transfer-Encoding: chunked', '', 'zz', 'oops', '', ''),
    );
    expect([0, 400]).toContain(response.status);
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
  });

  it('counts nothing for a body that the client aborts', async () => {
    const bot = await api.operator.bot();
    const body = JSON.stringify(report(bot));
    for (const framing of [
      ['Content-Length: 5000', '', body],
      ['Transfer-Encoding: chunked', '', '1', '{'],
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect({ port: api.port, host: '127.0.0.1' }, () => {
          socket.write(post(bot.key, ...framing), () => socket.destroy());
        });
        socket.on('close', () => resolve());
      });
    }
    // A later request on another connection is served after it: by then the server has seen the abort.
    for (let i = 0; i < 20; i++) await api.send({ path: '/api/health/live' });
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
  });

  it('answers pipelined requests in their order', async () => {
    const bot = await api.operator.bot();
    const body = JSON.stringify(report(bot));
    const first = post(bot.key, `Content-Length: ${body.length}`, '', body).replace(
      'Connection: close\r\n',
      '',
    );
    const second = get(`Authorization: Bearer ${bot.key}`, 'Connection: close');
    const response = await exchange(api.port, first + second);
    expect(response.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(response.text.indexOf('updatedAt')).toBeLessThan(response.text.indexOf('usageHistory'));
    expect((await api.operator.state(bot.id)).used).toBe(2);
  });

  it('serves HTTP/1.0 and closes the connection', async () => {
    const bot = await api.operator.bot();
    const request = `GET ${USAGE_PATH} HTTP/1.0\r\nAuthorization: Bearer ${bot.key}\r\n\r\n`;
    expect((await exchange(api.port, request)).status).toBe(200);
  });

  it('sends 100 Continue to a client that expects it, then reads the body', async () => {
    const bot = await api.operator.bot();
    const body = JSON.stringify(report(bot));
    const head = post(bot.key, 'Expect: 100-continue', `Content-Length: ${body.length}`, '', '');
    const seen = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect({ port: api.port, host: '127.0.0.1' }, () => socket.write(head));
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        if (text === '') socket.write(body);
        text += chunk;
      });
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(seen).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });
});

onFrontDoor((api) => {
  it('ignores an unknown expectation', async () => {
    const bot = await api.operator.bot();
    expect((await api.usage(bot, { headers: { Expect: 'wonders' } })).status).toBe(200);
  });

  it('answers 408 to a request or a body that does not arrive, and closes the connection', {
    timeout: 60_000,
  }, async () => {
    const bot = await api.operator.bot();
    const body = (...framing: string[]) =>
      [`POST ${REPORT_PATH} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${bot.key}`, ...framing].join(
        '\r\n',
      );
    const json = 'Content-Type: application/json';
    const responses = await Promise.all([
      exchange(api.port, body(json, 'Content-Length: 50', '', '{'), 55_000),
      exchange(api.port, body(json, 'Content-Length: 50', '', ''), 55_000),
      exchange(api.port, body(json, 'Transfer-Encoding: chunked', '', '1', '{', ''), 55_000),
      exchange(api.port, 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nx', 55_000),
      exchange(api.port, `GET ${USAGE_PATH} HTTP/1.1\r\nHost: x\r\nX-Slow`, 55_000),
      exchange(api.port, 'G', 55_000),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 408));
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
  });
});
