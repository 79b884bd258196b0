import { beforeAll, expect, it } from 'vitest';
import { onOneServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { exchange, ROUTES, rawHeader, rawRequest } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { bearer, report, USAGE_PATH } from '../../support/process/requests';
import { checkEach } from '../../support/result';

/** Registries of packages have a 404 of their own (tests/api/client/packages.test.ts). */
const KNOWN = ROUTES.filter(({ path }) => !path.startsWith('/npm/')).map(({ path }) =>
  path
    .replace('{botId}', '1234567890123456789')
    .replace('{sourceToken}', '0b0f3c0e-6f0c-4f0a-9a3e-0f2c6b1d7e5f'),
);

/** Variants of a known path that some servers treat as the same path. */
const variants = KNOWN.flatMap((path) => [
  ...['/', '//', '/.', '/x', '/..', '%20', '%2F', '%00', ';a=b', '.json', '\\'].map((end) => path + end),
  ...['/api//', '/api/./', '/api/x/../', '/api/%2e/', '/api/x/%2e%2e/'].map((start) =>
    path.replace('/api/', start),
  ),
  path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  path.replace(/.$/, (last) => last.toUpperCase()),
  path.replace(/\/[^/]+$/, (last) => last.toUpperCase()),
]).filter((path) => !KNOWN.includes(path));

const words = (list: string) => list.trim().split(/\s+/);
const others = [
  ...words(`
    /api /api/ /api// /api?x=1 /api/?x=1 /api/v1 /api/v1/ /api/v1/bots /api/v1/bots/ /api/v1/vote /api/v2/usage /api/usage
    /api/V1/usage /api/v1/Usage /api/v1/bots/stats/1 /api/v1/%75sage /api/v%31/usage /api/v1%2fusage /api/health
    /api/unknown /api/.. /api/constructor /api/__proto__ /api/v1/usage/../usage /api/../api/v1/usage /api/% /api/%zz
    /api/v1/../../api/v1/usage /api/%E0%A4%A /api/_next/static /api/v1/usage%3Fx=1 /api/v1/usage%23 /hooks/ /hooks/votes/ /hooks/votes/1 /hooks/other/1
  `),
  `/api/${'a'.repeat(6_000)}`,
  `/api${'/a'.repeat(2_000)}`,
];

/** Targets that do not begin with `/api` literally, but would after normalization. */
const disguised = words(`
  //api/v1/usage /./api/v1/usage /x/../api/v1/usage /%61pi/v1/usage /API/v1/usage /Api/v1/usage /%2fapi/v1/usage
  /\\api/v1/usage /.//api/v1/usage /%2e/api/v1/usage ///api/v1/usage /en/api/v1/usage /_next/../api/v1/usage
  /login/../api/v1/usage /_next/data/x/api/v1/usage.json
`);

onOneServer((api) => {
  const { operator } = api;
  let bot: TestBot;
  beforeAll(async () => {
    bot = await operator.bot();
  });

  it('every other path under /api is unknown, and nothing is counted', async () => {
    await checkEach([...variants, ...others], async (path) => {
      const method = path.includes('stats') ? 'POST' : 'GET';
      const body = method === 'POST' ? JSON.stringify(report(bot)) : undefined;
      const headers = { ...bearer(bot), 'Content-Type': 'application/json' };
      const response = await api.send({ method, path, headers, ...(body !== undefined && { body }) });
      expectFailure(response, 'not_found');
    });
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 0, reports: [] });
  });

  it('returns 404 for other methods too', () =>
    checkEach(words('GET POST PUT PATCH DELETE OPTIONS TRACE PROPFIND LINK PURGE'), async (method) => {
      for (const path of ['/api/v1/vote', '/api', '/api/v1/usage/']) {
        expectFailure(await api.send({ method, path }), 'not_found');
      }
    }));

  it('returns 404 for HEAD, without a body', async () => {
    const response = await api.send({ method: 'HEAD', path: '/api/v1/vote' });
    expect([response.status, response.text]).toEqual([404, '']);
  });

  it('neither serves nor redirects what would be a path of the API after normalization', async () => {
    await checkEach(disguised, async (path) => {
      const response = await exchange(api.port, rawRequest(path, [`Authorization: Bearer ${bot.key}`]));
      expect(response.status).toBe(404);
      expect(rawHeader(response, 'Location')).toBeUndefined();
    });
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0 });
  });

  it.each([
    ['http://localhost', 200],
    ['HTTPS://LocalHost', 200],
    ['http://localhost:80', 200],
    ['http://localhost/', 404],
  ])('uses the path of a target in absolute form: %s', async (origin, status) => {
    const bot = await operator.bot();
    const response = await exchange(
      api.port,
      rawRequest(`${origin}${USAGE_PATH}?lang=xx`, [`Authorization: Bearer ${bot.key}`]),
    );
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body).success).toBe(status === 200);
  });

  it.each(['http://localhost/api', 'http://localhost/api/v1/usage/', 'http://localhost/api/v1/%75sage'])(
    'returns 404 for unknown paths in absolute form: %s',
    async (target) => {
      const response = await exchange(api.port, rawRequest(target));
      expect([response.status, JSON.parse(response.body).error]).toEqual([404, 'not_found']);
    },
  );

  const sendTo = async (target: string, ...hosts: string[]) => {
    const bot = await operator.bot();
    const fields = [...hosts.map((host) => `Host: ${host}`), 'Connection: close'];
    const lines = [`GET ${target} HTTP/1.1`, ...fields, `Authorization: Bearer ${bot.key}`, '', ''];
    const response = await exchange(api.port, lines.join('\r\n'));
    expect((await operator.state(bot.id)).used).toBe(response.status === 200 && target !== '/login' ? 1 : 0);
    return response;
  };

  it.each(['localhost', 'LOCALHOST:80', 'evil.example', '127.0.0.1', '[::1]:3000', 'my_bots.'])(
    'serves requests with the well-formed Host "%s"',
    async (host) => expect((await sendTo(USAGE_PATH, host)).status).toBe(200),
  );

  it.each(['', 'a b', '[::1', 'exa mple', '\u00e9', '/api', 'x'.repeat(300), 'a@b', 'localhost:99999'])(
    'returns 400 for a Host that is malformed: "%s"',
    async (host) => {
      for (const path of [USAGE_PATH, '/login']) expect((await sendTo(path, host)).status).toBe(400);
    },
  );

  it('returns 400 for two Hosts, and to a target with another, and repeats neither', async () => {
    for (const path of [USAGE_PATH, '/login', '/nowhere', '/docs/']) {
      for (const response of [
        await sendTo(path, 'evil.example', 'localhost'),
        await sendTo(path, 'localhost', 'localhost'),
        await sendTo(`http://evil.example${path}`, 'localhost'),
        await sendTo(`http://evil@localhost${path}`, 'localhost'),
      ]) {
        expect(response.status).toBe(400);
        expect(response.text).not.toContain('evil');
      }
    }
  });

  it.each([
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Original-URL', '/api/v1/vote'],
    ['X-Rewrite-URL', '/api/v1/vote'],
    ['X-Middleware-Subrequest', 'proxy:proxy:proxy'],
    ['X-Matched-Path', '/login'],
    ['X-Invoke-Path', '/login'],
    ['X-Nextjs-Data', '1'],
    ['X-Now-Route-Matches', '1=login'],
    ['RSC', '1'],
    ['Next-Router-Prefetch', '1'],
    ['Next-Action', 'abcdef'],
    ['Purpose', 'prefetch'],
    ['If-None-Match', '*'],
    ['If-Modified-Since', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['Range', 'bytes=0-1'],
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'gzip, br'],
    ['Origin', 'https://evil.example'],
    ['Upgrade-Insecure-Requests', '1'],
  ])('serves the same whatever the value of %s', async (name, value) => {
    const bot = await operator.bot();
    const response = await api.usage(bot, { headers: { [name]: value } });
    expect([response.status, response.json().data.bot.id]).toEqual([200, bot.id]);
    expect(response.all('content-encoding')).toEqual([]);
    const posted = await api.report(bot, { headers: { [name]: value } });
    expect([posted.status, posted.json().success]).toEqual([200, true]);
  });

  it('serves a client that offers to upgrade to HTTP/2', async () => {
    const bot = await operator.bot();
    // Request a page first: Next starts to listen for upgrades then.
    await api.send({ path: '/login' });
    const upgrade = [
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQ',
    ];
    const lines = [`GET ${USAGE_PATH} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${bot.key}`];
    const response = await exchange(api.port, [...lines, ...upgrade, '\r\n'].join('\r\n'));
    expect(response.status).toBe(200);
  });
});
