import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { setPublic } from '@/lib/services/bots/publish';
import { BrowserJar, PASSWORD } from '@/tests/support/browser-jar';
import { pageForm } from '@/tests/support/page-form.mjs';
import { openServices } from '@/tests/support/process/operator';
import { reportRequest, usageRequest } from '@/tests/support/process/requests';
import { type Service, startService, stopService } from '@/tests/support/process/service';
import { ProjectCopy } from '@/tests/support/project-copy.mjs';
import { accepted } from '@/tests/support/result';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';

/** The route files of the specification, the other operations and the pages, without the front door. */

const ADMIN = 'admin@example.org';
const BOT_ID = '1483746529000000001';

describe.each(['next start', 'npm run dev'] as const)('under %s', (server) => {
  // The development server writes types and a build of its own into the project, which other suites are reading.
  let copy: ProjectCopy | null = null;
  let data: string;
  let service: Service;
  let key = '';

  beforeAll(async () => {
    copy = server === 'npm run dev' ? new ProjectCopy({ hasOwnModules: true }) : null;
    data = mkdtempSync(join(tmpdir(), 'botmeter-plain-next-'));
    const databaseFile = join(data, 'botmeter.db');
    // The development server is to choose its address itself.
    const env = server === 'npm run dev' ? { HOST: undefined } : {};
    service = await startService({ server, databaseFile, folder: copy?.folder, env });
    const services = await openServices(databaseFile);
    await makePerson(services, ADMIN, 'admin');
    await makeBot(services, { id: BOT_ID, owner: ADMIN, name: 'FindMe' });
    ({ key } = await makeKey(services, BOT_ID));
    accepted(await setPublic(services.ports, OPERATOR, BOT_ID, true));
    await services.close();
  });
  afterAll(async () => {
    await stopService(service);
    copy?.remove();
    rmSync(data, { recursive: true });
  });

  const origin = () => `http://127.0.0.1:${service.port}`;
  const send = async ({ path, ...request }: RequestInit & { path: string }) => {
    const response = await fetch(origin() + path, request);
    return { status: response.status, body: await response.json() };
  };

  it('it listens on this machine alone and prints the link for the first admin', async () => {
    expect(service.output()).toMatch(
      new RegExp(`Create the first admin at http://localhost:${service.port}/setup\\?token=[\\w-]{43}`),
    );
    const other = fetch(`http://127.0.0.2:${service.port}/api/health/live`);
    await expect(other).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('a report is stored and counted, the next one comes too soon, and a read shows both', async () => {
    const bot = { id: BOT_ID, key };
    const report = reportRequest(bot);
    expect(await send(report)).toMatchObject({ status: 200, body: { success: true } });
    expect(await send(report)).toMatchObject({ status: 429, body: { error: 'update_too_soon' } });
    const usage = await send(usageRequest(bot));
    expect(usage).toMatchObject({
      status: 200,
      body: { data: { bot: { id: BOT_ID }, usage: { apiCalls: { used: 2 } } } },
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
    expect(await send({ path: `/badge/${BOT_ID}/status.json` })).toMatchObject({
      body: { schemaVersion: 1 },
    });
    expect(await (await get(`/chart/${BOT_ID}/servers.svg`)).text()).toContain('FindMe');
    expect((await get(`/chart/${BOT_ID}/servers.png`)).headers.get('content-type')).toBe('image/png');
    expect(await (await get(`/b/${BOT_ID}`)).text()).toContain('<h1><bdi>FindMe</bdi></h1>');
    expect((await get('/b/123456789012345678')).status).toBe(404);
  });

  it('a person signs in and sees the lists, which a worker thread reads', async () => {
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
});
