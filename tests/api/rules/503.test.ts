import { expect, inject, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { ApiServer } from '@/tests/support/process/api-server';
import { expectFailure, rateLimitOf } from '@/tests/support/process/envelope';
import { requestOf } from '@/tests/support/process/requests';
import { SETUPS, startServer } from '@/tests/support/process/servers';

/** On servers and databases of their own, so that other tests are not disturbed. */
it.concurrent.each(SETUPS)(
  'on $database: while another process holds the write lock, every counted call gets 503 and nothing is stored',
  async (setup) => {
    const { running, stop } = await startServer(setup, inject('postgresUrl'));
    const api = new ApiServer(running);
    const { operator } = api;
    const counted = OPERATIONS.filter(({ isCounted }) => isCounted);
    const calls = await Promise.all(
      counted.map(async (operation) => {
        const bot = await operator.bot();
        const call = () => api.send(requestOf(operation, bot));
        return { bot, call, before: await operator.rows(bot.id) };
      }),
    );
    const ready = () => api.send({ path: '/api/health/ready' });
    const release = await operator.holdWriteLock();
    // Two of each bot, which may be decided together.
    const responses = await Promise.all([...calls, ...calls].map(({ call }) => call()));
    // Responses may be cached for one second.
    let readiness = await ready();
    while (readiness.status === 200) readiness = await ready();
    expectFailure(readiness, 'storage_unavailable');
    expect((await api.send({ path: '/api/health/live' })).status).toBe(200);
    await release();

    for (const refused of responses) {
      expectFailure(refused, 'storage_unavailable', { isAuthenticated: true });
      expect(refused.json().message).toContain('nothing of this call was stored');
      expect(rateLimitOf(refused)).toMatchObject({ quota: { r: 1_500 }, interval: { r: 1, t: 0 } });
    }
    for (const { bot, before, call } of calls) {
      expect(await operator.rows(bot.id)).toEqual(before);
      expect((await call()).status).toBe(200);
      expect(await operator.state(bot.id)).toMatchObject({ used: 1, calls: 1, rejected: 0 });
    }
    while (readiness.status === 503) readiness = await ready();
    expect(readiness.json()).toEqual({ success: true, data: { status: 'ready' } });
    await api.close();
    await stop();
  },
);
