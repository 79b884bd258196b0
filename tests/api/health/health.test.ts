import { describe, expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectApiHeaders, expectNoRateLimit } from '../../support/process/envelope';
import { refusesOtherMethods } from '../../support/process/refused-methods';

onEveryServer((site) => {
  describe.each(['live', 'ready'])('/api/health/%s', (status) => {
    const path = `/api/health/${status}`;

    it('answers without a key', async () => {
      const answer = await site.send({ path: `${path}?x=1` });
      expect([answer.status, answer.json()]).toEqual([200, { success: true, data: { status } }]);
      expectApiHeaders(answer);
      expectNoRateLimit(answer);
    });

    it('counts no call for a request with a bot’s key', async () => {
      const bot = await site.operator.bot();
      const answer = await site.send({ path, headers: { Authorization: `Bearer ${bot.key}` } });
      expect(answer.status).toBe(200);
      expectNoRateLimit(answer);
      expect(await site.operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 0 });
    });

    refusesOtherMethods(site, path, 'GET');
  });
});
