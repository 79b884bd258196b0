import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi } from '@/lib/api/api';
import { keyOperation, type Operation, success } from '@/lib/api/operation';
import { respondToRequest } from '@/lib/api/web-edge';
import { readUsage } from '@/lib/services/calls/calls';
import { BOT_ID } from '@/tests/support/data/accounts';
import { contextForEachTest } from '@/tests/support/data/principals';

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
describe('a query', () => {
  it('is parsed by its schema; the last of duplicate parameters is used', async () => {
    const read = async (query: string) => (await (await send(HISTORY + query)).json()).data.query;
    expect(await read('')).toEqual({ unit: 'hour' });
    expect(await read('?')).toEqual({ unit: 'hour' });
    expect(await read('?limit=07&unit=day&other=x&__proto__=y')).toEqual({ unit: 'day', limit: 7 });
    expect(await read('?unit=hour&unit=day')).toEqual({ unit: 'day' });
    expect(await read('?unit=d%61y')).toEqual({ unit: 'day' });
  });
});
