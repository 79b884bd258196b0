import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '@/lib/api/operation';
import { OPERATOR } from '@/lib/domain/people/caller';
import { setPublic } from '@/lib/services/bots/publish';
import { createSource } from '@/lib/services/votes/sources';
import { BrowserJar, PASSWORD, signedInBrowser } from '@/tests/support/browser-jar';
import { pageForm } from '@/tests/support/page-form.mjs';
import { ROUTES } from '@/tests/support/process/http';
import { openServices } from '@/tests/support/process/open-services';
import { pagesPid } from '@/tests/support/process/pages-process';
import { reportRequest, requestOf, usageRequest } from '@/tests/support/process/requests';
import { type Service, startService, stopService } from '@/tests/support/process/service';
import { ProjectCopy } from '@/tests/support/project-copy.mjs';
import { accepted } from '@/tests/support/result';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';

/** The route files, the other operations and the pages, without the front door. */

const ADMIN = 'admin@example.org';
const BOT = '1483746529000000001';
/** Each of two reports once: a second report would come too soon. */
const REPORTING = '1483746529000000002';
const TOKEN = 'a token of the operator';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let data: string;
let service: Service;
let key = '';
let keyOfReporting = '';
let source = { path: '', secret: '' };
let cookie = '';

/** A server with an admin, and a public bot with a key and a source of votes, for the tests of a `describe`. */
function serve(server: 'next start' | 'npm run dev'): void {
  // The development server writes types and a build of its own into the project, which other suites are reading.
  let copy: ProjectCopy | null = null;
  beforeAll(async () => {
    copy = server === 'npm run dev' ? new ProjectCopy({ hasOwnModules: true }) : null;
    data = mkdtempSync(join(tmpdir(), 'botmeter-plain-next-'));
    const databaseFile = join(data, 'botmeter.db');
    // The development server is to choose its address itself.
    const env = { METRICS_TOKEN: TOKEN, ...(copy && { HOST: undefined }) };
    service = await startService({ server, databaseFile, folder: copy?.folder, env });
    const services = await openServices(databaseFile);
    await makePerson(services, ADMIN, 'admin');
    await makeBot(services, { id: BOT, owner: ADMIN, name: 'FindMe' });
    await makeBot(services, { id: REPORTING, owner: ADMIN });
    ({ key } = await makeKey(services, BOT));
    ({ key: keyOfReporting } = await makeKey(services, REPORTING));
    accepted(await setPublic(services.ports, OPERATOR, BOT, true));
    const list = { botId: BOT, kind: 'discordplace', name: 'A list' } as const;
    const made = accepted(await createSource(services.ports, OPERATOR, list));
    source = { path: made.path, secret: made.secret ?? '' };
    await services.close();
  });
  afterAll(async () => {
    await stopService(service);
    copy?.remove();
    rmSync(data, { recursive: true });
  });
}

const origin = () => `http://127.0.0.1:${service.port}`;
const send = async ({ path, ...init }: RequestInit & { path: string }) => {
  const response = await fetch(origin() + path, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { response, status: response.status, text, body: isJson && text !== '' ? JSON.parse(text) : null };
};

describe.each(['next start', 'npm run dev'] as const)('under %s', (server) => {
  serve(server);

  it('it serves the API and the pages in one process', () => {
    expect(pagesPid(service)).toBeUndefined();
  });

  it('it listens on this machine alone and prints the link for the first admin', async () => {
    expect(service.output()).toMatch(
      new RegExp(`Create the first admin at http://localhost:${service.port}/setup\\?token=[\\w-]{43}`),
    );
    const other = fetch(`http://127.0.0.2:${service.port}/api/health/live`);
    await expect(other).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('a report is stored and counted, the next one comes too soon, and a read shows both', async () => {
    const bot = { id: REPORTING, key: keyOfReporting };
    const report = reportRequest(bot);
    expect(await send(report)).toMatchObject({ status: 200, body: { success: true } });
    expect(await send(report)).toMatchObject({ status: 429, body: { error: 'update_too_soon' } });
    const usage = await send(usageRequest(bot));
    expect(usage).toMatchObject({
      status: 200,
      body: { data: { bot: { id: REPORTING }, usage: { apiCalls: { used: 2 } } } },
    });
  });

  it('a wrong method, a wrong key and an unknown path get the responses of the contract', async () => {
    const { path } = usageRequest({ key });
    expect(await send({ path, method: 'DELETE' })).toMatchObject({ status: 405 });
    const headers = { Authorization: 'Bearer nothing' };
    expect(await send({ path, headers })).toMatchObject({ status: 401, body: { success: false } });
    expect(await send({ path: '/api/nothing' })).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('what anyone may see of a public bot is served, pictures included', async () => {
    const get = (path: string) => fetch(origin() + path);
    expect(await send({ path: `/badge/${BOT}/status.json` })).toMatchObject({
      body: { schemaVersion: 1 },
    });
    expect(await (await get(`/chart/${BOT}/servers.svg`)).text()).toContain('FindMe');
    expect((await get(`/chart/${BOT}/servers.png`)).headers.get('content-type')).toBe('image/png');
    expect(await (await get(`/b/${BOT}`)).text()).toContain('<h1><bdi>FindMe</bdi></h1>');
    expect((await get('/b/123456789012345678')).status).toBe(404);
  });

  // The development server makes each page when it is first asked for.
  it('a person signs in and sees the lists, which a worker thread reads', { timeout: 600_000 }, async () => {
    // As without scripts: the names of actions of the development server are in its page alone.
    const browser = new BrowserJar(origin());
    const body = pageForm(await (await browser.fetch('/login')).text(), 'password');
    body.set('email', ADMIN);
    body.set('password', PASSWORD);
    const signedIn = await browser.fetch('/login', { method: 'POST', headers: { origin: origin() }, body });
    expect(signedIn.status).toBe(303);
    for (const [path, text] of [
      ['/admin/bots?q=find', 'FindMe'],
      ['/admin/keys?q=find', 'FindMe'],
    ] as const) {
      const response = await browser.fetch(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toContain(text);
    }
  });

  if (server === 'next start') describe('each route file,', everyRoute);
});

const pathOf = (template: string) =>
  template
    .replace('/hooks/votes/{sourceToken}', source.path)
    .replace('{botId}', BOT)
    .replace(/\{(badge|chart)\}/, 'servers.svg')
    .replace('{archive}', 'client-2.0.0.tgz');

/** A request that the operation accepts. */
function rightRequest(operation: Operation): RequestInit {
  const { method, auth } = operation;
  if (auth === 'session') return { method, headers: { cookie } };
  if (auth === 'metrics token') return { method, headers: { authorization: `Bearer ${TOKEN}` } };
  if (auth === 'source') {
    const body = JSON.stringify({ bot: BOT, user: '160105994217586689', test: false });
    return { method, headers: { authorization: source.secret }, body };
  }
  if (auth !== 'key') return { method };
  const { path: _, ...request } = requestOf(operation, { id: BOT, key });
  return request;
}

/** Each method, a request that is right, and ones that are wrong. */
function everyRoute(): void {
  beforeAll(async () => {
    ({ cookie } = await signedInBrowser({ origin: origin() }, ADMIN));
  });

  describe.each(ROUTES)('$path', ({ path: template, operations, auth, allow }) => {
    it('serves a right request of each method, as documented', async () => {
      for (const operation of new Set(operations.values())) {
        const { status, body, response, text } = await send({
          path: pathOf(template),
          ...rightRequest(operation),
        });
        expect([operation.method, status]).toEqual([operation.method, 200]);
        const type = response.headers.get('content-type')?.split(';')[0] ?? '';
        const { schema } = operation.response.content[type] ?? {};
        expect(schema?.safeParse(body ?? text).error).toBeUndefined();
      }
    });

    it('refuses every other method with 405 and Allow', async () => {
      for (const method of METHODS.filter((one) => !operations.has(one))) {
        const { status, response, text, body } = await send({ path: pathOf(template), method });
        expect([method, status, response.headers.get('allow')]).toEqual([method, 405, allow]);
        if (method === 'HEAD') expect(text).toBe('');
        else expect(body).toMatchObject({ error: 'method_not_allowed' });
      }
    });

    it('answers HEAD, where it does, like GET and without a body', async () => {
      if (!operations.has('HEAD')) return;
      const { status, text } = await send({ path: pathOf(template), method: 'HEAD' });
      expect([status, text]).toEqual([200, '']);
    });

    it('refuses a request without its secret, and a parameter without its form', async () => {
      if (auth !== 'public' && auth !== 'none') {
        for (const { method } of operations.values())
          expect([method, (await send({ path: pathOf(template), method })).status]).toEqual([method, 401]);
      }
      if (!template.includes('{')) return;
      const { status, body } = await send({ path: template.replace(/\{\w+\}/g, 'x'), headers: { cookie } });
      expect([status, body]).toMatchObject([404, { error: 'not_found' }]);
    });

    it('serves nothing at its path with a slash at the end', async () => {
      for (const operation of new Set(operations.values())) {
        const { status, body } = await send({ path: `${pathOf(template)}/`, ...rightRequest(operation) });
        expect([operation.method, status]).toEqual([operation.method, 404]);
        expect(body).toMatchObject({ error: 'not_found' });
      }
    });
  });

  it.each(['/api', '/api/nothing', '/api/v1', '/api/v1/bots', '/npm/nothing', '/hooks/votes/x'])(
    'an unknown path gets not_found, whatever the method: %s',
    async (path) => {
      for (const method of METHODS) {
        const { status, body } = await send({ path, method });
        expect([method, status]).toEqual([method, 404]);
        if (method !== 'HEAD') expect(body).toMatchObject({ error: 'not_found' });
      }
    },
  );
}
