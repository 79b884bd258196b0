import { expect, it } from 'vitest';
import { onOneServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { checkEach } from '../../support/result';

const UNKNOWN = [
  '/v1/bots/stats',
  '/v1/usage',
  '/foo',
  '/foo.bar',
  '/a/b/c',
  '/favicon.png',
  '/pictures',
  '/wp-login.php',
  '/.env',
  '/login/x',
  '/loginx',
  '/LOGIN',
  '/%6Cogin',
  '/bots/1/2/3',
  '/docs.json',
  '/_next',
  '/_next/none',
  '/_next/static/none.js',
  '/_next/static/chunks',
  '/_next/data/x/y.json',
  '/_not-found',
  '/_error',
  '/_global-error',
  '/404',
  '/500',
  '/client-x.tgz',
  '/client.tgz.gz',
  '/icon.svgx',
  '//',
  '//x',
  '/%FF',
  '/foo?a=b',
];
/** Requests of clients that are not a browser's navigation. */
const NO_PAGES: Record<string, string>[] = [
  {},
  ...['*/*', 'application/json', 'text/plain, image/*', 'text/x-component', 'text/*'].map((Accept) => ({
    Accept,
  })),
];
const HTML = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

onOneServer((api) => {
  const own = { Host: `localhost:${api.port}`, Origin: `http://localhost:${api.port}` };

  const ORIGINS: Record<string, string>[] = [
    HTML,
    { ...HTML, ...own },
    { Origin: 'https://evil.example' },
    {},
  ];

  it('an unknown path gets the JSON error unless a browser navigates to it', () =>
    checkEach(UNKNOWN, async (path) => {
      for (const headers of NO_PAGES) expectFailure(await api.send({ path, headers }), 'not_found');
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        for (const headers of ORIGINS) expectFailure(await api.send({ method, path, headers }), 'not_found');
      }
    }));

  it('gets it with a body, a server action’s id or the router’s state too', async () => {
    const body = '{"botId":"1","serverCount":1}';
    const sent: Record<string, string>[] = [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'multipart/form-data; boundary=b', ...own },
      { 'Next-Action': 'x', ...own },
      { 'Next-Router-State-Tree': '%', RSC: '1', ...own },
      { Expect: '100-continue' },
    ];
    for (const headers of sent) {
      const response = await api.send({ method: 'POST', path: '/v1/bots/stats', headers, body });
      expectFailure(response, 'not_found');
    }
  });

  it('gets the same headers for HEAD, without a body', async () => {
    const response = await api.send({ method: 'HEAD', path: '/foo' });
    expect([response.status, response.text]).toEqual([404, '']);
    expect(response.header('content-type')).toBe('application/json; charset=utf-8');
  });

  it('shows a page to a browser that navigates to an unknown path', async () => {
    for (const path of ['/foo', '/foo.bar', '/bots/1/2/3', '/_next/none']) {
      for (const headers of [HTML, { Accept: 'TEXT/HTML' }]) {
        const response = await api.send({ path, headers });
        const type = response.header('content-type');
        expect([path, response.status, type]).toEqual([path, 404, 'text/html; charset=utf-8']);
        expect(response.text).toContain('This page does not exist');
      }
    }
  });

  it('what is known responses as before, whatever is asked for', async () => {
    for (const [path, status, type] of [
      ['/', 200, 'text/html; charset=utf-8'],
      ['/docs', 200, 'text/html; charset=utf-8'],
      ['/docs/', 200, 'text/html; charset=utf-8'],
      ['/login?error=x', 200, 'text/html; charset=utf-8'],
      ['/bots', 307, undefined],
      ['/bots/x.y', 307, undefined],
      ['/icon.svg', 200, 'image/svg+xml'],
      ['/client.tgz', 302, undefined],
      ['/api/dashboard/bots', 401, 'application/json; charset=utf-8'],
    ] as const) {
      for (const accept of ['*/*', 'application/json']) {
        const response = await api.send({ path, headers: { Accept: accept } });
        expect([path, response.status], accept).toEqual([path, status]);
        if (type !== undefined) expect(response.header('content-type'), path).toBe(type);
      }
    }
    // Next redirects a script to the URL that it computed from the script's headers.
    const state = { RSC: '1', Accept: '*/*' };
    const moved = await api.send({ path: '/docs', headers: state });
    const script = await api.send({ path: moved.header('location') ?? '', headers: state });
    expect([script.status, script.header('content-type')]).toEqual([200, 'text/x-component']);
    const posted = await api.send({ method: 'POST', path: '/login', headers: own });
    expect(posted.status).toBe(200);
  });
});
