import { expect, inject, it } from 'vitest';
import { ApiServer } from './api-server';
import { expectFailure, rateLimitOf } from './envelope';
import type { HttpResponse } from './http';
import type { TestBot } from './operator';
import { SETUPS, startServer } from './servers';

/** Runs a test on separate servers and databases, so that it does not disturb other tests. */
export function onSeparateServers(title: string, test: (api: ApiServer) => Promise<void>): void {
  it.concurrent.each(SETUPS)(`under $server on $database: ${title}`, async (setup) => {
    const { running, stop } = await startServer(setup, inject('postgresUrl'));
    const api = new ApiServer(running);
    try {
      await test(api);
    } finally {
      await api.close();
      await stop();
    }
  });
}

/** Tests the response to a metered call while another process holds the write lock. */
export function refusesWhileStorageIsLocked(
  call: (api: ApiServer, bot: TestBot) => Promise<HttpResponse>,
): void {
  onSeparateServers(
    'returns 503 while nothing can be committed, counts nothing, and serves again afterwards',
    async (api) => {
      const bot = await api.operator.bot();
      const before = await api.operator.rows(bot.id);
      const release = await api.operator.holdWriteLock();
      const [first, second, live] = await Promise.all([
        call(api, bot),
        call(api, bot),
        api.send({ path: '/api/health/live' }),
      ]);
      await release();
      for (const refused of [first, second]) {
        expectFailure(refused, 'storage_unavailable', { isAuthenticated: true });
        expect(refused.json().message).toContain('nothing of this call was stored');
        expect(rateLimitOf(refused)).toMatchObject({ quota: { r: 1_500 }, interval: { r: 1, t: 0 } });
      }
      expect(live.status).toBe(200);
      expect(await api.operator.rows(bot.id)).toEqual(before);

      expect((await call(api, bot)).status).toBe(200);
      expect(await api.operator.state(bot.id)).toMatchObject({ used: 1, calls: 1, rejected: 0 });
    },
  );
}
