import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectApiHeaders, expectNoRateLimit } from '@/tests/support/process/envelope';
import { requestOf } from '@/tests/support/process/requests';

/**
 * Checks what each operation object declares. tests/api/metrics checks the one with the metrics token, and
 * tests/api/access those with a session.
 */

onEveryServer((api) => {
  const { operator } = api;

  const called = OPERATIONS.filter(({ auth }) => auth === 'key' || auth === 'none');
  describe.each(called)('$method $path', (operation) => {
    const { auth, isCounted, response: declared } = operation;

    it(`serves what it declares, and ${isCounted ? 'counts it' : 'counts nothing'}`, async () => {
      const bot = await operator.bot();
      const request = requestOf(operation, bot);
      const path = isCounted ? request.path : `${request.path}?x=1`;
      // A public operation ignores a key.
      for (const more of auth === 'key' ? [{}] : [{ headers: {} }, {}]) {
        const response = await api.send({ ...request, path, ...more });
        expect(response.status).toBe(200);
        // The document may be kept, and is asked for again by its tag (contract section 5).
        expectApiHeaders(response, operation.path === '/api/openapi.json' ? 'no-cache' : 'no-store');
        if (auth !== 'key') expectNoRateLimit(response);
        const mediaType = response.header('content-type') ?? '';
        const content = declared.content[mediaType] ?? declared.content[mediaType.split(';', 1)[0] ?? ''];
        const isJson = mediaType.startsWith('application/json');
        expect(content?.schema.safeParse(isJson ? response.json() : response.text).error).toBeUndefined();
      }
      const used = isCounted ? 1 : 0;
      expect(await operator.state(bot.id)).toMatchObject({ used, calls: used, rejected: 0 });
    });

    if (auth !== 'key') return;
    const isRefused = operation.errors.includes('quota_exceeded');
    it(`is ${isRefused ? 'refused' : 'served'} when all calls are used`, async () => {
      const bot = await operator.bot();
      await operator.setUsed(bot.id, 1_500);
      const response = await api.send(requestOf(operation, bot));
      expect(response.status).toBe(isRefused ? 429 : 200);
      const rejected = isRefused ? 1 : 0;
      expect(await operator.state(bot.id)).toMatchObject({ used: 1_500, calls: 0, rejected });
    });
  });
});
