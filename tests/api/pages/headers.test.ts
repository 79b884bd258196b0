import { expect, it } from 'vitest';
import { onOneServer } from '../../support/process/api-server';
import { testDatabaseFile, testService } from '../../support/process/test-resources';

/** Pages, paths that look like files, paths without a page, and files that do not exist. */
const PATHS = `
  / /docs /docs/ /login /setup /bots /bots/1 /bots/x.y /bots/x.y/keys /foo /foo.bar /foo.html /favicon.ico /robots.txt
  /a/b.c/d /login.html /%FF /.env /_next /_next/none /_next/none.js /_next/static/none.js /_next/static/ /_next/image
  /_next/data/x/y.json /_global-error /_not-found /_error /404 /500 /client-0.0.1.tgz /icon.svg /icon.svg/x
  /api/dashboard/none /api/auth/none /api/auth/error /api/auth/signin /admin/a.b
`
  .trim()
  .split(/\s+/);
/** As a browser asks; the nonce of a client must not count. */
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'X-Nonce': 'of-a-client' };

onOneServer((api) => {
  it.each(PATHS)('%s: a response in HTML has a content security policy with a fresh nonce', async (path) => {
    const origin = { Host: `localhost:${api.port}`, Origin: `http://localhost:${api.port}` };
    for (const method of ['GET', 'POST', 'PUT']) {
      const response = await api.send({ method, path, headers: { ...HTML, ...origin } });
      expect(response.status).toBeLessThan(500);
      if (!response.header('content-type')?.includes('html')) continue;
      const policy = response.header('content-security-policy') ?? '';
      expect(policy, method).toContain("default-src 'self'");
      expect(policy, method).toContain("frame-ancestors 'none'");
      const nonce = /script-src 'self' 'nonce-([\w+/=]{24})'/.exec(policy)?.[1];
      expect(nonce, method).toBeDefined();
      const scripts = [...response.text.matchAll(/<script(?=[ >])[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    }
  });

  it('no response has HSTS when APP_URL is not https', async () => {
    for (const path of ['/login', '/api/health/live', '/icon.svg', '/nothing']) {
      expect((await api.send({ path })).header('strict-transport-security'), path).toBeUndefined();
    }
  });
});

it('with an https APP_URL every response has HSTS', async () => {
  const databaseFile = testDatabaseFile();
  const env = { APP_URL: 'https://bots.example.org' };
  const { port } = await testService({ databaseFile, env });
  for (const request of [
    'GET /login',
    'GET /bots',
    'GET /foo.bar',
    'GET /icon.svg',
    'GET /client.tgz',
    'POST /nothing',
    'POST /login',
    'GET /api/auth/callback/discord',
    'GET /api/v1/usage',
    'GET /api/nothing',
  ]) {
    const [method, path] = request.split(' ');
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' });
    expect(response.headers.get('strict-transport-security'), request).toBe('max-age=31536000');
    await response.arrayBuffer();
  }
});
