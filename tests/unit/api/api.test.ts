import { expect, it } from 'vitest';
import { createApi } from '@/lib/api/api';
import { respondToRequest } from '@/lib/api/web-edge';
import { errorBody } from '@/lib/contract/responses';
import { ERROR_STATUS } from '@/lib/domain/reports/refusal';
import { contextForEachTest } from '@/tests/support/data/principals';

const context = contextForEachTest();

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
