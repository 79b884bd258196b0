import { describe, expect, it } from 'vitest';
import { errorBody } from '@/lib/contract/error-response';
import { reportResponse } from '@/lib/contract/report-response';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { type Api, type ApiDeps, createApi } from '@/lib/http/api';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { createMetrics } from '@/lib/http/metrics';
import { ROUTES } from '@/lib/http/routes';
import { changeBot } from '@/lib/services/bots/change';
import { BOT_ID, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';

/** The API as one function over a real store: without a server, so that the clock can be set. */

const context = contextForEachTest();
const failed: unknown[] = [];

function api(options: Partial<ApiDeps> = {}): Api {
  const { ports } = context();
  failed.length = 0;
  return createApi({
    ...options,
    store: ports.store,
    hashKey: ports.secrets.hash,
    newRequestId: () => 'request-id-of-tests',
    onError: (error) => failed.push(error),
  });
}

const authorized = () => ({ authorization: `Bearer ${context().bot.key}` });
const usage = (headers: Record<string, string> = authorized(), method = 'GET') =>
  api()('/api/v1/usage', new Request('http://localhost/', { method, headers }));
const report = (body: unknown = { botId: BOT_ID, ...REPORT }, headers: Record<string, string> = {}) =>
  api()(
    '/api/v1/bots/stats',
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorized(), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

async function expectError(response: Response, code: ErrorCode): Promise<Record<string, unknown>> {
  const body = await response.json();
  expect(errorBody(code).safeParse(body).error).toBeUndefined();
  expect(response.status).toBe(ERROR_STATUS[code]);
  return body;
}

const counted = async () => {
  const [row] = await context().db.rows(`SELECT cycle_used, day_counts FROM bots WHERE id = '${BOT_ID}'`);
  const [, calls = 0, rejected = 0] = String(row?.day_counts).split(':').map(Number);
  return { used: row?.cycle_used, calls, rejected };
};

describe('every answer', () => {
  it('carries the headers of section 6', async () => {
    for (const response of [
      await usage(),
      await usage({}),
      await report('x'),
      await usage(authorized(), 'PUT'),
    ]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'request-id-of-tests',
      });
    }
  });

  it.each([
    ['abcdefgh', true],
    ['a'.repeat(64), true],
    ['A-1_b-2_c', true],
    ['abcdefg', false],
    ['a'.repeat(65), false],
    ['with space', false],
    ['<script>alert', false],
  ])('a request id of the client’s own, %j, is kept: %s', async (id, isKept) => {
    const response = await usage({ 'x-request-id': id });
    const expected = isKept ? id : 'request-id-of-tests';
    expect(response.headers.get('x-request-id')).toBe(expected);
    expect(await response.json()).toMatchObject({ requestId: expected });
  });

  it('after authentication, refusals included, carries the rate limit after the decision; before it, none', async () => {
    const state = async (response: Response) => response.headers.get('ratelimit');
    expect(await state(await report())).toBe('"quota";r=1499;t=2592000, "interval";r=0;t=1800');
    expect(await state(await report())).toBe('"quota";r=1499;t=2592000, "interval";r=0;t=1800');
    expect(await state(await report('no json'))).toBe('"quota";r=1499;t=2592000, "interval";r=0;t=1800');
    expect(await state(await usage())).toBe('"quota";r=1498;t=2592000, "interval";r=0;t=1800');
    expect((await usage()).headers.get('ratelimit-policy')).toBe(
      '"quota";q=1500;w=2592000, "interval";q=1;w=1800',
    );
    expect(await state(await usage({}))).toBeNull();
    expect(await state(await usage(authorized(), 'POST'))).toBeNull();
  });
});

describe('200', () => {
  it('a report says what was stored', async () => {
    const response = await report({ botId: BOT_ID, ...REPORT, lang: 'de' });
    const body = await response.json();
    expect(response.status).toBe(200);
    expect(reportResponse.safeParse(body).error).toBeUndefined();
    expect(body.data).toEqual({
      botId: BOT_ID,
      botName: 'TestBot',
      ...REPORT,
      updatedAt: new Date(T0).toISOString(),
    });
  });

  it('a usage read counts itself', async () => {
    const body = await (await usage()).json();
    expect(body).toMatchObject({
      success: true,
      data: { usage: { apiCalls: { used: 1, remaining: 1_499 } } },
    });
    expect(body.data.statistics.usageHistory.at(-1)).toMatchObject({ calls: 1, rejected: 0 });
  });
});

describe('refusals', () => {
  it('are checked in the contract’s order', async () => {
    const { ports, db } = context();
    // Everything at once is wrong with this call; what is wrong first is put right, one after the other.
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { isDisabled: true });
    await db.run(`UPDATE bots SET cycle_used = 1500 WHERE id = '${BOT_ID}'`);
    const huge = `{"botId":"${OTHER_BOT_ID}"${' '.repeat(20_000)}`;
    const wrongType = { 'content-type': 'text/plain' };
    await expectError(
      await api()('/api/v1/nothing', new Request('http://localhost/', { method: 'PUT' })),
      'not_found',
    );
    await expectError(await usage({}, 'PUT'), 'method_not_allowed');
    await expectError(await report(huge, { ...wrongType, authorization: '' }), 'missing_key');
    await expectError(await report(huge, { ...wrongType, authorization: 'Bearer x' }), 'invalid_key');
    await expectError(await report(huge, wrongType), 'bot_disabled');
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { isDisabled: false });
    await expectError(await report(huge, wrongType), 'unsupported_media_type');
    await expectError(await report(huge), 'body_too_large');
    await expectError(await report(`{"botId":"${OTHER_BOT_ID}"`), 'invalid_json');
    await expectError(await report({ botId: OTHER_BOT_ID }), 'invalid_body');
    await expectError(await report({ botId: OTHER_BOT_ID, ...REPORT }), 'bot_mismatch');
    await expectError(await report(), 'quota_exceeded');
    await db.setClock(T0 + CYCLE_MS);
    expect((await report()).status).toBe(200);
    await expectError(await report(), 'update_too_soon');
    expect(await counted()).toMatchObject({ used: 1 });
  });

  it('400, 403, 413, 415 and 429 add to the day’s rejected; 401, 404 and 405 do not; none is counted', async () => {
    await report();
    const before = await counted();
    expect(before).toEqual({ used: 1, calls: 1, rejected: 0 });
    await usage({});
    await usage({ authorization: 'Bearer x' });
    await usage(authorized(), 'DELETE');
    await api()('/api/v1/votes', new Request('http://localhost/', { headers: authorized() }));
    expect(await counted()).toEqual(before);
    await report('{');
    await report({ botId: OTHER_BOT_ID, ...REPORT });
    await report(' '.repeat(17_000));
    await report('', { 'content-type': 'text/plain' });
    await report();
    expect(await counted()).toEqual({ used: 1, calls: 1, rejected: 5 });
  });

  it('429 carry Retry-After and their details; the wait told is the wait', async () => {
    const { db } = context();
    await report();
    await db.setClock(T0 + 60_001);
    const tooSoon = await report();
    expect(tooSoon.headers.get('retry-after')).toBe('1740');
    expect((await expectError(tooSoon, 'update_too_soon')).details).toEqual({
      nextUpdateAllowedAt: new Date(T0 + 1_800_000).toISOString(),
      retryAfterSeconds: 1_740,
    });
    await db.run(`UPDATE bots SET cycle_used = 1500 WHERE id = '${BOT_ID}'`);
    const exceeded = await report();
    expect(exceeded.headers.get('retry-after')).toBe(String(2_592_000 - 60));
    expect((await expectError(exceeded, 'quota_exceeded')).details).toMatchObject({
      limit: 1_500,
      resetAt: new Date(T0 + CYCLE_MS).toISOString(),
      upgrade: { tier: { name: 'premium' } },
    });
    expect((await usage()).status).toBe(200);
  });

  it('a mismatch never names the key’s bot', async () => {
    const response = await report({ botId: OTHER_BOT_ID, ...REPORT });
    expect(await response.text()).not.toContain(BOT_ID);
  });

  it('401 say how to sign in; 405 say what is allowed; HEAD has no body and counts nothing', async () => {
    expect((await usage({})).headers.get('www-authenticate')).toBe('Bearer realm="api"');
    expect((await usage({ authorization: 'Bearer x' })).headers.get('www-authenticate')).toBe(
      'Bearer realm="api", error="invalid_token"',
    );
    const head = await usage(authorized(), 'HEAD');
    expect([head.status, head.headers.get('allow'), await head.text()]).toEqual([405, 'GET', '']);
    expect(await counted()).toMatchObject({ used: 0 });
  });

  it('a key is never taken from query or body', async () => {
    const { bot } = context();
    const request = new Request(`http://localhost/?key=${bot.key}&access_token=${bot.key}`);
    await expectError(await api()('/api/v1/usage', request), 'missing_key');
    await expectError(
      await report({ botId: BOT_ID, ...REPORT, key: bot.key }, { authorization: '' }),
      'missing_key',
    );
  });
});

describe('faults', () => {
  it('of the storage are 503 with Retry-After, told to the log, and store nothing', async () => {
    const { ports } = context();
    const call = api();
    await ports.store.close();
    const response = await call('/api/v1/usage', new Request('http://localhost/', { headers: authorized() }));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectError(response, 'storage_unavailable');
    expect(failed).toHaveLength(1);
  });

  it('that are defects are 500 in a fixed sentence: what went wrong is for the log alone', async () => {
    const { ports } = context();
    const broken = createApi({
      store: { ...ports.store, find: () => Promise.reject(new Error('secret detail')) },
      hashKey: ports.secrets.hash,
      newRequestId: () => 'request-id-of-tests',
      onError: (error) => failed.push(error),
    });
    failed.length = 0;
    const response = await broken(
      '/api/v1/usage',
      new Request('http://localhost/', { headers: authorized() }),
    );
    expect(JSON.stringify(await expectError(response, 'internal_error'))).not.toContain('secret');
    expect(failed).toEqual([expect.objectContaining({ message: 'secret detail' })]);
  });
});

describe('every path', () => {
  it('has none of these missing', () => {
    expect(ENDPOINTS.map(({ method, path }) => [path, method])).toEqual(
      expect.arrayContaining([
        ['/api/v1/bots/stats', 'POST'],
        ['/api/v1/usage', 'GET'],
        ['/api/health/live', 'GET'],
        ['/api/health/ready', 'GET'],
        ['/api/openapi.json', 'GET'],
        ['/api/metrics', 'GET'],
      ]),
    );
  });

  it.each(ROUTES.routes.map(({ path, endpoints }) => [path, [...endpoints.keys()], endpoints] as const))(
    '%s answers %s and names it to every other method',
    async (path, own, endpoints) => {
      const call = api({ metrics: { figures: createMetrics(), token: 'a token of the tests' } });
      const statusOf = async (method: string) => {
        const response = await call(path, new Request('http://localhost/', { method }));
        return [response.status, response.headers.get('allow')];
      };
      // Without a key and without the token those that ask for one refuse, but as paths that are there.
      for (const [method, { auth }] of endpoints) {
        expect(await statusOf(method), method).toEqual([auth === 'none' ? 200 : 401, null]);
      }
      for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (!own.includes(other)) expect(await statusOf(other), other).toEqual([405, own.join(', ')]);
      }
    },
  );
});
