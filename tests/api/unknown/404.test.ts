import { describe, expect, it } from 'vitest';
import { expectFailure } from '../../support/process/envelope';
import { exchange, rawHeader, rawRequest } from '../../support/process/raw';
import { bearer, onEveryServer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/site';

const KNOWN = [USAGE_PATH, REPORT_PATH, '/api/health/live', '/api/health/ready'];

/** Spellings of a known path that some server somewhere takes for the same. */
const variants = KNOWN.flatMap((path) => [
  `${path}/`,
  `${path}//`,
  `${path}/.`,
  `${path}/x`,
  `${path}/..`,
  `${path}%20`,
  `${path}%2F`,
  `${path}%00`,
  `${path};a=b`,
  `${path}.json`,
  `${path}\\`,
  path.replace('/api/', '/api//'),
  path.replace('/api/', '/api/./'),
  path.replace('/api/', '/api/x/../'),
  path.replace('/api/', '/api/%2e/'),
  path.replace('/api/', '/api/x/%2e%2e/'),
  path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  path.replace(/.$/, (last) => last.toUpperCase()),
  path.replace(/\/[a-z0-9]+$/, (last) => last.toUpperCase()),
]);

const others = [
  ...[
    '/api',
    '/api/',
    '/api//',
    '/api?x=1',
    '/api/?x=1',
    '/api/v1',
    '/api/v1/',
    '/api/v1/bots',
    '/api/v1/bots/',
  ],
  ...[
    '/api/v1/votes',
    '/api/v2/usage',
    '/api/usage',
    '/api/V1/usage',
    '/api/v1/Usage',
    '/api/v1/bots/stats/1',
  ],
  ...[
    '/api/v1/%75sage',
    '/api/v%31/usage',
    '/api/v1%2fusage',
    '/api/health',
    '/api/unknown',
    '/api/constructor',
  ],
  ...[
    '/api/__proto__',
    '/api/v1/usage/../usage',
    '/api/..',
    '/api/../api/v1/usage',
    '/api/v1/../../api/v1/usage',
  ],
  ...['/api/%', '/api/%zz', '/api/%E0%A4%A', '/api/_next/static', '/api/v1/usage%3Fx=1', '/api/v1/usage%23'],
  ...[`/api/${'a'.repeat(6_000)}`, `/api${'/a'.repeat(2_000)}`],
];

/** Not under `/api` byte for byte; what they become when someone tidies them up is. */
const disguised = [
  ...[
    '//api/v1/usage',
    '/./api/v1/usage',
    '/x/../api/v1/usage',
    '/%61pi/v1/usage',
    '/API/v1/usage',
    '/Api/v1/usage',
  ],
  ...['/%2fapi/v1/usage', '/\\api/v1/usage', '/.//api/v1/usage', '/%2e/api/v1/usage', '///api/v1/usage'],
  ...[
    '/en/api/v1/usage',
    '/_next/../api/v1/usage',
    '/login/../api/v1/usage',
    '/_next/data/x/api/v1/usage.json',
  ],
];

onEveryServer((site) => {
  const { operator } = site;

  describe('every other path under /api', () => {
    it.each([...variants, ...others])('%s', async (path) => {
      const bot = await operator.bot();
      const method = path.includes('stats') ? 'POST' : 'GET';
      const body = method === 'POST' ? JSON.stringify(report(bot)) : undefined;
      const headers = { ...bearer(bot), 'Content-Type': 'application/json' };
      const answer = await site.send({ method, path, headers, ...(body !== undefined && { body }) });
      expectFailure(answer, 'not_found', { isAuthenticated: false });
      expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 0, reports: [] });
    });
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK', 'PURGE'])(
    'answers %s as any method',
    async (method) => {
      for (const path of ['/api/v1/votes', '/api', '/api/v1/usage/']) {
        expectFailure(await site.send({ method, path }), 'not_found', { isAuthenticated: false });
      }
    },
  );

  it('answers HEAD without a body', async () => {
    const answer = await site.send({ method: 'HEAD', path: '/api/v1/votes' });
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  it.each(disguised)('never serves %s, nor redirects it', async (path) => {
    const bot = await operator.bot();
    const answer = await exchange(site.port, rawRequest(path, [`Authorization: Bearer ${bot.key}`]));
    expect(answer.status).toBe(404);
    expect(rawHeader(answer, 'Location')).toBeUndefined();
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0 });
  });

  it.each([
    ['http://localhost', 200],
    ['http://elsewhere.example:1234', 200],
    ['HTTPS://user@localhost', 200],
    ['http://localhost/', 404],
  ])('takes the path of a target in absolute form: %s', async (origin, status) => {
    const bot = await operator.bot();
    const answer = await exchange(
      site.port,
      rawRequest(`${origin}${USAGE_PATH}?lang=xx`, [`Authorization: Bearer ${bot.key}`]),
    );
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).success).toBe(status === 200);
  });

  it.each(['http://localhost/api', 'http://localhost/api/v1/usage/', 'http://localhost/api/v1/%75sage'])(
    'knows no more paths in absolute form: %s',
    async (target) => {
      const answer = await exchange(site.port, rawRequest(target));
      expect([answer.status, JSON.parse(answer.body).error]).toEqual([404, 'not_found']);
    },
  );

  it.each(['localhost', '', 'a b', '[::1', 'exa mple', '\u00e9', '/api', '..', 'x'.repeat(300)])(
    'serves whatever the Host is: "%s"',
    async (host) => {
      const bot = await operator.bot();
      const answer = await exchange(
        site.port,
        [
          `GET ${USAGE_PATH} HTTP/1.1`,
          `Host: ${host}`,
          'Connection: close',
          `Authorization: Bearer ${bot.key}`,
          '\r\n',
        ].join('\r\n'),
      );
      expect(answer.status).toBe(200);
    },
  );

  it.each([
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Original-URL', '/api/v1/votes'],
    ['X-Rewrite-URL', '/api/v1/votes'],
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
  ])('serves the same whatever %s says', async (name, value) => {
    const bot = await operator.bot();
    const answer = await site.usage(bot, { headers: { [name]: value } });
    expect([answer.status, answer.json().data.bot.id]).toEqual([200, bot.id]);
    expect(answer.all('content-encoding')).toEqual([]);
    const posted = await site.report(bot, { headers: { [name]: value } });
    expect([posted.status, posted.json().success]).toEqual([200, true]);
  });

  it('answers a client that would rather speak HTTP/2', async () => {
    const bot = await operator.bot();
    // A page first: it is then that Next begins to listen for upgrades.
    await site.send({ path: '/login' });
    const answer = await exchange(
      site.port,
      [
        `GET ${USAGE_PATH} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${bot.key}`,
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQ',
        '\r\n',
      ].join('\r\n'),
    );
    expect(answer.status).toBe(200);
  });
});
