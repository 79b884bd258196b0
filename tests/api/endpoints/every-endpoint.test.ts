import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectApiHeaders, expectNoRateLimit } from '@/tests/support/process/envelope';
import { bearer } from '@/tests/support/process/requests';

/**
 * Checks what each endpoint object declares. tests/api/metrics checks the one with the metrics token, and
 * tests/api/access those with a session.
 */

onEveryServer((api) => {
  const { operator } = api;

  const called = ENDPOINTS.filter(({ auth }) => auth === 'key' || auth === 'none');
  describe.each(called)('$method $path', (endpoint) => {
    const { method, path, auth, isCounted, body, response: declared } = endpoint;

    it(`serves what it declares, and ${isCounted ? 'counts it' : 'counts nothing'}`, async () => {
      const bot = await operator.bot();
      const sent = body && { json: { ...body.minimal, botId: bot.id } };
      const target = path.replace('{botId}', bot.id);
      const request = {
        method,
        path: isCounted ? target : `${target}?x=1`,
        ...(sent && { body: JSON.stringify(sent.json) }),
      };
      const type = sent && { 'Content-Type': 'application/json' };
      // A public endpoint ignores a key.
      for (const headers of auth === 'key' ? [bearer(bot)] : [{}, bearer(bot)]) {
        const response = await api.send({ ...request, headers: { ...headers, ...type } });
        expect(response.status).toBe(200);
        expectApiHeaders(response);
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
    const isRefused = endpoint.errors.includes('quota_exceeded');
    it(`is ${isRefused ? 'refused' : 'served'} when all calls are used`, async () => {
      const bot = await operator.bot();
      await operator.setUsed(bot.id, 1_500);
      const headers = { ...bearer(bot), ...(body && { 'Content-Type': 'application/json' }) };
      const sent = body && { body: JSON.stringify({ ...body.minimal, botId: bot.id }) };
      const response = await api.send({ method, path: path.replace('{botId}', bot.id), headers, ...sent });
      expect(response.status).toBe(isRefused ? 429 : 200);
      const rejected = isRefused ? 1 : 0;
      expect(await operator.state(bot.id)).toMatchObject({ used: 1_500, calls: 0, rejected });
    });
  });
});
