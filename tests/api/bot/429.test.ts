import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, rateLimitOf, UPGRADES } from '../../support/process/envelope';
import { botRequest } from '../../support/process/requests';

const MINUTE = 60_000;
const CYCLE = 30 * 24 * 60 * MINUTE;

onEveryServer((api) => {
  const { operator } = api;

  it('refuses a read when all calls are used, until the reset, whatever the interval', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_500);
    // The cycle ends in 10 minutes, the interval in 25.
    await operator.setRegistered(bot.id, Date.now() - CYCLE + 10 * MINUTE);
    await operator.setLastReport(bot.id, Date.now() - 5 * MINUTE);
    const { registeredAtMs } = await operator.state(bot.id);
    const response = await api.send(botRequest(bot));
    const seconds = Number(response.header('retry-after'));
    expectFailure(response, 'quota_exceeded', {
      isAuthenticated: true,
      details: {
        limit: 1_500,
        resetAt: new Date(registeredAtMs + CYCLE).toISOString(),
        retryAfterSeconds: seconds,
        upgrade: UPGRADES.free,
      },
    });
    expect(seconds).toBe(rateLimitOf(response).quota.t);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(await operator.state(bot.id)).toMatchObject({ used: 1_500, calls: 0, rejected: 1 });
    await operator.letPass(bot.id, seconds * 1_000);
    expect((await api.send(botRequest(bot))).status).toBe(200);
  });
});
