import { expect, it } from 'vitest';
import { createApi } from '@/lib/api/api';
import { OPERATIONS } from '@/lib/api/operations/list';
import { respondToRequest } from '@/lib/api/web-edge';
import { errorBody } from '@/lib/contract/responses';
import { ERROR_STATUS } from '@/lib/domain/reports/refusal';
import { contextForEachTest } from '@/tests/support/data/principals';

const context = contextForEachTest();

it('no operation is missing from the list', () => {
  expect(OPERATIONS.map(({ method, path }) => [path, method])).toEqual(
    expect.arrayContaining([
      ['/api/v1/bots/stats', 'POST'],
      ['/api/v1/usage', 'GET'],
      ['/api/v1/usage/breakdown', 'GET'],
      ['/api/v1/bots/{botId}', 'GET'],
      ['/api/v1/bots/{botId}/history', 'GET'],
      ['/api/v1/bots/{botId}/stats/history', 'GET'],
      ['/api/v1/bots/{botId}/analytics', 'GET'],
      ['/api/v1/bots/{botId}/votes', 'GET'],
      ['/api/v1/votes', 'GET'],
      ['/hooks/votes/{sourceToken}', 'POST'],
      ['/api/v1/verify', 'GET'],
      ['/api/v1/heartbeat', 'POST'],
      ['/api/v1/settings/webhook', 'POST'],
      ['/api/health/live', 'GET'],
      ['/api/health/ready', 'GET'],
      ['/api/openapi.json', 'GET'],
      ['/api/metrics', 'GET'],
      ['/api/dashboard/bots', 'GET'],
      ['/api/dashboard/person', 'GET'],
      ['/api/dashboard/people', 'GET'],
      ['/api/dashboard/bots/{botId}', 'GET'],
      ['/api/dashboard/bots/{botId}/head', 'GET'],
      ['/api/dashboard/bots/{botId}/history', 'GET'],
      ['/api/dashboard/bots/{botId}/activity', 'GET'],
      ['/api/dashboard/bots/{botId}/keys', 'GET'],
      ['/api/dashboard/bots/{botId}/votes', 'GET'],
    ]),
  );
});

it.each([
  ['a closed store', 'storage_unavailable'],
  ['a defect', 'internal_error'],
] as const)('%s is %s: the cause is in the log and not in the response', async (fault, code) => {
  const { store, secrets } = context().ports;
  const logged: unknown[] = [];
  const defect = new Error('secret detail');
  const api = createApi({
    ...context().ports,
    store: fault === 'a defect' ? { ...store, find: () => Promise.reject(defect) } : store,
    hashKey: secrets.hash,
    newRequestId: () => 'request-id-of-tests',
    onError: (error) => logged.push(error),
  });
  await store.close();
  const headers = { authorization: `Bearer ${context().bot.key}` };
  const response = await respondToRequest(api, new Request('http://localhost/api/v1/usage', { headers }));
  const body = await response.json();
  expect(errorBody(code).safeParse(body).error).toBeUndefined();
  expect(response.status).toBe(ERROR_STATUS[code]);
  expect(Number(response.headers.get('retry-after')) > 0).toBe(code === 'storage_unavailable');
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(logged).toEqual(fault === 'a defect' ? [defect] : [expect.any(Error)]);
});
