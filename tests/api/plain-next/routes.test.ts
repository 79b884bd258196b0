import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '@/lib/api/operation';
import { OPERATOR } from '@/lib/domain/people/caller';
import { setPublic } from '@/lib/services/bots/publish';
import { createSource } from '@/lib/services/votes/sources';
import { signedInBrowser } from '@/tests/support/browser-jar';
import { ROUTES } from '@/tests/support/process/http';
import { openServices } from '@/tests/support/process/operator';
import { requestOf } from '@/tests/support/process/requests';
import { type Service, startService, stopService } from '@/tests/support/process/service';
import { accepted } from '@/tests/support/result';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';

/** Every route file, without the front door: each method, a request that is right, and ones that are wrong. */

const ADMIN = 'admin@example.org';
const BOT = '1483746529000000001';
const TOKEN = 'a token of the operator';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let data: string;
let service: Service;
let key = '';
let source = { path: '', secret: '' };
let cookie = '';

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'botmeter-route-files-'));
  const databaseFile = join(data, 'botmeter.db');
  service = await startService({ server: 'next start', databaseFile, env: { METRICS_TOKEN: TOKEN } });
  const services = await openServices(databaseFile);
  await makePerson(services, ADMIN, 'admin');
  await makeBot(services, { id: BOT, owner: ADMIN, name: 'FindMe' });
  ({ key } = await makeKey(services, BOT));
  accepted(await setPublic(services.ports, OPERATOR, BOT, true));
  const list = { botId: BOT, kind: 'discordplace', name: 'A list' } as const;
  const made = accepted(await createSource(services.ports, OPERATOR, list));
  source = { path: made.path, secret: made.secret ?? '' };
  await services.close();
  ({ cookie } = await signedInBrowser({ origin: origin() }, ADMIN));
});
afterAll(async () => {
  await stopService(service);
  rmSync(data, { recursive: true });
});

const origin = () => `http://127.0.0.1:${service.port}`;

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

const send = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(origin() + path, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { response, status: response.status, text, body: isJson && text !== '' ? JSON.parse(text) : null };
};

describe.each(ROUTES)('$path', ({ path: template, operations, auth, allow }) => {
  it('serves a right request of each method, as documented', async () => {
    for (const operation of new Set(operations.values())) {
      const { status, body, response, text } = await send(pathOf(template), rightRequest(operation));
      expect([operation.method, status]).toEqual([operation.method, 200]);
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      const { schema } = operation.response.content[type] ?? {};
      expect(schema?.safeParse(body ?? text).error).toBeUndefined();
    }
  });

  it('refuses every other method with 405 and Allow', async () => {
    for (const method of METHODS.filter((one) => !operations.has(one))) {
      const { status, response, text, body } = await send(pathOf(template), { method });
      expect([method, status, response.headers.get('allow')]).toEqual([method, 405, allow]);
      if (method === 'HEAD') expect(text).toBe('');
      else expect(body).toMatchObject({ error: 'method_not_allowed' });
    }
  });

  it('answers HEAD, where it does, like GET and without a body', async () => {
    if (!operations.has('HEAD')) return;
    const { status, text } = await send(pathOf(template), { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
  });

  it('refuses a request without its secret, and a parameter without its form', async () => {
    if (auth !== 'public' && auth !== 'none') {
      for (const { method } of operations.values())
        expect([method, (await send(pathOf(template), { method })).status]).toEqual([method, 401]);
    }
    if (!template.includes('{')) return;
    const { status, body } = await send(template.replace(/\{\w+\}/g, 'x'), { headers: { cookie } });
    expect([status, body]).toMatchObject([404, { error: 'not_found' }]);
  });

  it('serves nothing at its path with a slash at the end', async () => {
    for (const operation of new Set(operations.values())) {
      const { status, body } = await send(`${pathOf(template)}/`, rightRequest(operation));
      expect([operation.method, status]).toEqual([operation.method, 404]);
      expect(body).toMatchObject({ error: 'not_found' });
    }
  });
});

it.each(['/api', '/api/nothing', '/api/v1', '/api/v1/bots', '/npm/nothing', '/hooks/votes/x'])(
  'an unknown path gets not_found, whatever the method: %s',
  async (path) => {
    for (const method of METHODS) {
      const { status, body } = await send(path, { method });
      expect([method, status]).toEqual([method, 404]);
      if (method !== 'HEAD') expect(body).toMatchObject({ error: 'not_found' });
    }
  },
);
