import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import client from '@/lib/client/package.json';
import { npmInstall, yarnSettings } from '@/lib/view/quick-start';
import { siteForFile } from '@/tests/support/test-site';

/** The client library as a package of this host (contract section 5), over HTTP and with the machine's npm. */

const plain = siteForFile();
const APP_URL = 'https://bots.example.org';
const proxied = siteForFile({ APP_URL, TRUSTED_PROXIES: '127.0.0.1' });
const RELEASED = new URL('../../../lib/client/releases/npm/', import.meta.url);
const PATH = '/npm/@botmeter/client';
const ARCHIVE = `client-${client.version}.tgz`;
const SHORT = 'application/vnd.npm.install-v1+json';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends the path as it is, which fetch would normalize. */
function send(
  path: string,
  {
    method = 'GET',
    headers = {},
    site = plain,
  }: { method?: string; headers?: Record<string, string>; site?: typeof plain } = {},
): Promise<Answer> {
  const { port, hostname } = new URL(site.origin);
  return new Promise((resolve, reject) => {
    request({ host: hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const packument = async (path: string, options: Parameters<typeof send>[1] = {}) =>
  JSON.parse(String((await send(path, options)).body));
const tarballFor = async (headers: Record<string, string>, site = plain): Promise<string> =>
  (await packument(PATH, { headers, site })).versions[client.version].dist.tarball;

describe('the packument', () => {
  test.each([PATH, '/npm/@botmeter%2fclient', '/npm/@botmeter%2Fclient', `${PATH}?write=true`])(
    '%s names every version with its manifest, its hashes and its address at the host of the request',
    async (path) => {
      const { status, headers, body } = await send(path, { headers: { Host: 'bots.local:3000' } });
      expect([status, headers['content-type'], headers['cache-control'], headers.vary]).toEqual([
        200,
        'application/json',
        'public, max-age=300',
        'Accept, X-Forwarded-Host, X-Forwarded-Proto',
      ]);
      const bytes = readFileSync(new URL(ARCHIVE, RELEASED));
      const hash = (name: string) => createHash(name).update(bytes);
      const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
      expect(JSON.parse(String(body))).toMatchObject({
        name: '@botmeter/client',
        'dist-tags': { latest: client.version },
        versions: {
          [client.version]: {
            ...client,
            dist: {
              tarball: `http://bots.local:3000${PATH}/-/${ARCHIVE}`,
              integrity: `sha512-${hash('sha512').digest('base64')}`,
              shasum: hash('sha1').digest('hex'),
            },
          },
        },
        time: { created: at, modified: at, [client.version]: at },
      });
    },
  );

  test('has the type that the package manager prefers, and the same content', async () => {
    const full = await send(PATH);
    for (const [accept, type] of [
      [`${SHORT}; q=1.0, application/json; q=0.8, */*`, SHORT],
      ['application/json', 'application/json'],
      [`application/json, ${SHORT};q=0.5`, 'application/json'],
      ['*/*', 'application/json'],
    ] as const) {
      const { headers, body } = await send(PATH, { headers: { Accept: accept } });
      expect([accept, headers['content-type']]).toEqual([accept, type]);
      expect(body.equals(full.body)).toBe(true);
    }
  });

  test('is not sent again to whom has it; HEAD answers like GET', async () => {
    const first = await send(PATH);
    const tag = first.headers.etag ?? '';
    for (const field of [tag, '*', tag.replace('W/', ''), `"x", ${tag}`]) {
      const again = await send(PATH, { headers: { 'If-None-Match': field } });
      expect([field, again.status, again.body.length, again.headers.etag]).toEqual([field, 304, 0, tag]);
    }
    // Its addresses would be of another host.
    const other = { 'If-None-Match': tag, Host: 'other.example.org' };
    expect((await send(PATH, { headers: other })).status).toBe(200);
    const head = await send(PATH, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, tag]);
  });
});

describe('the address of an archive', () => {
  test('is at the host that the request named: fields of a proxy count if it is trusted', async () => {
    const forwarded = { 'X-Forwarded-Host': 'evil.example.org', 'X-Forwarded-Proto': 'https' };
    const at = (origin: string) => `${origin}${PATH}/-/${ARCHIVE}`;
    expect(await tarballFor({ Host: 'a.example.org', ...forwarded })).toBe(at('http://a.example.org'));
    expect(await tarballFor({ Host: '[::1]:3000' })).toBe(at('http://[::1]:3000'));
    const named = { 'X-Forwarded-Host': 'b.example.org', 'X-Forwarded-Proto': 'https' };
    expect(await tarballFor({ Host: 'inside:3000', ...named }, proxied)).toBe(at('https://b.example.org'));
    // Not that of APP_URL, but its scheme where the host is the same.
    expect(await tarballFor({ Host: '127.0.0.1:3000' }, proxied)).toBe(at('http://127.0.0.1:3000'));
    expect(await tarballFor({ Host: 'bots.example.org' }, proxied)).toBe(at(APP_URL));
    // Not a host: what the proxy says is left out.
    const bad = { 'X-Forwarded-Host': 'b.example.org/"<script>' };
    expect(await tarballFor({ Host: 'inside', ...bad }, proxied)).toBe(at('http://inside'));
  });

  test.each([
    'a b',
    'a/b',
    'a"b',
    "a'b",
    'a\\b',
    'user@host',
    'a:99999',
    '[::1',
    'é'.repeat(3),
    'a?b',
    'a#b',
    'a,b',
  ])('is never made of the host %j', async (host) => {
    const { status, body } = await send(PATH, { headers: { Host: Buffer.from(host).toString('latin1') } });
    expect([status, String(body)]).toEqual([400, '']);
  });
});

test.each([
  `${PATH}/-/${ARCHIVE}`,
  `/npm/@botmeter%2fclient/-/${ARCHIVE}`,
  `/npm/@botmeter%2Fclient/-/${ARCHIVE}?x=1`,
])('%s is the archive as it was released, immutable', async (path) => {
  const bytes = readFileSync(new URL(ARCHIVE, RELEASED));
  for (const range of ['', 'bytes=0-1', `bytes=${'0-,'.repeat(2_000)}5-`]) {
    const headers: Record<string, string> = range === '' ? {} : { Range: range };
    const { status, headers: sent, body } = await send(path, { headers });
    expect([status, sent['content-type'], sent['cache-control']]).toEqual([
      200,
      'application/gzip',
      'public, max-age=31536000, immutable',
    ]);
    expect(body.equals(bytes)).toBe(true);
  }
  const head = await send(path, { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test.each([
  '/npm/',
  '/npm/botmeter-client',
  '/npm/left-pad',
  '/npm/@botmeter',
  '/npm/@botmeter/',
  '/npm/@botmeter/other',
  '/npm/@Botmeter/client',
  '/npm/@BOTMETER%2fclient',
  '/npm/@botmeter%252fclient',
  '/npm/%40botmeter/client',
  `${PATH}/`,
  `${PATH}/2.0.0`,
  ...['//', '/.', '/x', '/..', '%20', '%2F', '%00', ';a=b', '.json', '\\'].flatMap((end) => [
    PATH + end,
    `${PATH}/-/${ARCHIVE}${end}`,
  ]),
  '/npm/@botmeter/clien%74',
  '/npm/@botmeter/clienT',
  `${PATH}/-/`,
  `${PATH}/-/client-0.0.1.tgz`,
  `${PATH}/-/client-1.5.0.tgz`,
  `${PATH}/-/list.json`,
  `${PATH}/-/..%2flist.json`,
  `${PATH}/-/../../../../list.json`,
  `${PATH}/-/%2e%2e/%2e%2e/client-1.5.0.tgz`,
  `${PATH}/-/client-${'9'.repeat(6)}.1.1.tgz`,
  `${PATH}/-/${ARCHIVE}%00`,
  '/npm/-/ping',
  '/npm/-/v1/search?text=botmeter',
  '/npm/__proto__',
])('%s is not served', async (path) => {
  for (const accept of ['*/*', 'text/html']) {
    const { status, headers, body } = await send(path, { headers: { Accept: accept } });
    expect([status, String(body)]).toEqual([404, '{"error":"not_found"}']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

test('the archive of the package has no address outside of its registry', async () => {
  for (const path of [`/${ARCHIVE}`, `/download/${ARCHIVE}`, '/download/npm'])
    expect([path, (await send(path)).status]).toEqual([path, 404]);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is refused', async (method) => {
  for (const path of [PATH, '/npm/@botmeter%2fclient', `${PATH}/-/${ARCHIVE}`]) {
    const { status, headers } = await send(path, { method });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

describe('the line to copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-npm-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (command: string) => {
    const quiet = {
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    };
    // Another registry would not answer: whatever asks it fails.
    const offline = {
      npm_config_omit_lockfile_registry_resolved: 'false',
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
    };
    const env = { ...process.env, ...quiet, ...offline, npm_config_cache: join(folder, 'cache') };
    return (await promisify(execFile)('sh', ['-c', command], { cwd: folder, env })).stdout;
  };

  test('stands in the README with the lines of Yarn, and the README has at most 90 lines', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(npmInstall('http://localhost:3000'));
    expect(readme).toContain(yarnSettings('http://localhost:3000'));
    expect(readme.trim().split('\n').length).toBeLessThanOrEqual(90);
  });

  test('installs the client; npm ci, outdated and update ask this host and no other', async () => {
    writeFileSync(join(folder, 'package.json'), '{"name":"bot","version":"1.0.0"}');
    await run(npmInstall(plain.origin));
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(packages['node_modules/@botmeter/client']).toMatchObject({
      version: client.version,
      resolved: `${plain.origin}${PATH}/-/${ARCHIVE}`,
    });
    await run('rm -rf node_modules cache && npm ci && npm outdated && npm update');
    expect(await run('node -e "console.log(typeof require(\'@botmeter/client\').BotmeterClient)"')).toBe(
      'function\n',
    );
  }, 120_000);
});
