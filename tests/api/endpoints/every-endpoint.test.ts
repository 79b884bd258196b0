import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectApiHeaders, expectFailure, expectNoRateLimit } from '@/tests/support/process/envelope';
import { refusesOtherMethods } from '@/tests/support/process/refused-methods';
import { bearer } from '@/tests/support/process/requests';

/** Checks what each endpoint object declares. tests/api/metrics checks the one with the metrics token. */

onEveryServer((site) => {
  const { operator } = site;

  describe.each(ENDPOINTS.filter(({ auth }) => auth !== 'metrics token'))('$method $path', (endpoint) => {
    const { method, path, auth, isCounted, body, response } = endpoint;

    it(`serves what it declares, and ${isCounted ? 'counts it' : 'counts nothing'}`, async () => {
      const bot = await operator.bot();
      const sent = body && { json: { ...body.minimal, botId: bot.id } };
      const answer = await site.send({
        method,
        path: path.replace('{botId}', bot.id),
        headers: { ...(auth === 'key' && bearer(bot)), ...(sent && { 'Content-Type': 'application/json' }) },
        ...(sent && { body: JSON.stringify(sent.json) }),
      });
      expect(answer.status).toBe(200);
      expectApiHeaders(answer);
      const mediaType = answer.header('content-type') ?? '';
      const content = response.content[mediaType] ?? response.content[mediaType.split(';', 1)[0] ?? ''];
      const isJson = mediaType.startsWith('application/json');
      expect(content?.schema.safeParse(isJson ? answer.json() : answer.text).error).toBeUndefined();
      expect(await operator.state(bot.id)).toMatchObject({ used: isCounted ? 1 : 0, rejected: 0 });
    });

    if (auth !== 'key') return;

    it('is refused without a key, and nothing is counted', async () => {
      const bot = await operator.bot();
      const answer = await site.send({ method, path: path.replace('{botId}', bot.id) });
      expectFailure(answer, 'missing_key', { isAuthenticated: false });
      expectNoRateLimit(answer);
      expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0 });
    });
  });

  const single = ENDPOINTS.filter(({ auth, path }) => {
    return auth === 'none' && ENDPOINTS.filter((other) => other.path === path).length === 1;
  });
  for (const { path, method } of single) {
    describe(path, () => {
      if (method === 'GET' || method === 'POST') refusesOtherMethods(site, path, method);
    });
  }
});
