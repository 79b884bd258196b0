import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi } from '@/lib/api/api';
import { keyOperation, type Operation, success } from '@/lib/api/operation';
import { respondToRequest } from '@/lib/api/web-edge';
import { dereferenced, openApiDocument } from '@/lib/contract/openapi/openapi';
import { readUsage } from '@/lib/services/calls/calls';
import { BOT_ID } from '@/tests/support/data/accounts';
import { contextForEachTest } from '@/tests/support/data/principals';

/** What an operation object can declare but none of the product does yet, on a real store. */

const context = contextForEachTest();
const NONE = { response: { description: '', content: {} }, errors: [] } as const;

const OPERATIONS: readonly Operation[] = [
  keyOperation({
    ...NONE,
    method: 'GET',
    path: '/api/v1/bots/{botId}/history',
    isCounted: true,
    query: z.object({
      unit: z.enum(['hour', 'day']).default('hour').describe('How long a point is'),
      limit: z
        .string()
        .regex(/^[0-9]{1,2}$/, { error: 'Must be a number of at most two digits.' })
        .transform(Number)
        .optional(),
    }),
    docs: { operationId: 'trial', tag: 'Usage', summary: 'A trial', description: 'Of this test.' },
    async handle(deps, { params, query, who: { keyHash }, snapshot }) {
      const called = await readUsage(deps, { keyHash }, snapshot);
      return called && { ...called, reply: success({ params, query }) };
    },
  }),
  keyOperation({
    ...NONE,
    method: 'POST',
    path: '/api/v1/bots/{botId}/history',
    isCounted: false,
    body: {
      schema: z.object({ text: z.string() }),
      description: '',
      example: { name: 'trial', summary: '', value: {} },
      minimal: {},
    },
    handle: async (_, { body, params, snapshot }) => ({
      ...snapshot,
      reply: success({ ...body, ...params }),
    }),
  }),
  {
    ...NONE,
    method: 'GET',
    path: '/export/{botId}',
    auth: 'none',
    isCounted: false,
    query: z.object({ from: z.iso.date() }),
    docs: { operationId: 'export', tag: 'Usage', summary: 'For anyone', description: 'Without a key.' },
    handle: (_, { params, query }) => ({
      status: 200,
      headers: { 'Content-Type': 'text/csv; charset=utf-8', Vary: 'Accept' },
      body: `id,query\r\n${params.botId},${JSON.stringify(query)}\r\n`,
    }),
  },
];

const send = (target: string, init: RequestInit = {}, isKeySent = true) => {
  const { ports, bot } = context();
  const deps = { ...ports, hashKey: ports.secrets.hash, newRequestId: () => 'a-request-id' };
  const api = createApi({ ...deps, onError: (error) => expect(error).toBeUndefined() }, OPERATIONS);
  const authorization: Record<string, string> = isKeySent ? { authorization: `Bearer ${bot.key}` } : {};
  const headers = { ...authorization, ...init.headers };
  return respondToRequest(api, new Request(`http://localhost${target}`, { ...init, headers }));
};
const HISTORY = `/api/v1/bots/${BOT_ID}/history`;
const counts = async () => {
  const [row] = await context().db.rows(`SELECT cycle_used, day_counts FROM bots WHERE id = '${BOT_ID}'`);
  return [row?.cycle_used, String(row?.day_counts).split(':').slice(1).join(':')];
};

describe('a query', () => {
  it('is parsed by its schema; the last of duplicate parameters is used', async () => {
    const read = async (query: string) => (await (await send(HISTORY + query)).json()).data.query;
    expect(await read('')).toEqual({ unit: 'hour' });
    expect(await read('?')).toEqual({ unit: 'hour' });
    expect(await read('?limit=07&unit=day&other=x&__proto__=y')).toEqual({ unit: 'day', limit: 7 });
    expect(await read('?unit=hour&unit=day')).toEqual({ unit: 'day' });
    expect(await read('?unit=d%61y')).toEqual({ unit: 'day' });
  });

  it('is checked without counting for an operation without a key', async () => {
    const response = await send(`/export/${BOT_ID}?from=yesterday`);
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_query']);
    expect(response.headers.get('ratelimit')).toBeNull();
    expect(await counts()).toEqual([0, '']);
  });
});

describe('several methods of one path', () => {
  const post = (body: string) =>
    send(HISTORY, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

  it('each have their own operation', async () => {
    expect(await (await post('{"text":"x","more":1}')).json()).toEqual({
      success: true,
      data: { text: 'x', botId: BOT_ID },
    });
    expect(await (await post('{"text":1}')).json()).toMatchObject({ error: 'invalid_body' });
    expect((await send(HISTORY)).status).toBe(200);
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'are all in Allow when %s is refused',
    async (method) => {
      const response = await send(HISTORY, { method }, false);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
    },
  );
});

it('a response may have another type than JSON, and a path outside /api', async () => {
  const response = await send(`/export/${BOT_ID}?from=2026-01-01`, {}, false);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept',
    'x-request-id': 'a-request-id',
  });
  expect(await response.text()).toBe(`id,query\r\n${BOT_ID},{"from":"2026-01-01"}\r\n`);
});

it('the OpenAPI document has the parameters of path and query', () => {
  const { paths } = dereferenced(openApiDocument(OPERATIONS));
  expect(Object.keys(paths)).toEqual(['/api/v1/bots/{botId}/history', '/export/{botId}']);
  const { get, post } = paths['/api/v1/bots/{botId}/history'] ?? {};
  expect(post).toBeUndefined();
  const withoutKey = paths['/export/{botId}']?.get;
  expect([get?.security, withoutKey?.security]).toEqual([undefined, []]);
  expect(Object.keys(get?.responses['200']?.headers ?? {})).toContain('RateLimit');
  expect(Object.keys(withoutKey?.responses['200']?.headers ?? {})).not.toContain('RateLimit');
  expect(get?.parameters).toMatchObject([
    { name: 'botId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'unit', in: 'query', required: false, description: 'How long a point is' },
    { name: 'limit', in: 'query', required: false },
    { name: 'X-Request-Id', in: 'header' },
  ]);
});
