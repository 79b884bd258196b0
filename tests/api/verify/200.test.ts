import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

const INTERVALS = { free: '30 minutes', premium: '5 minutes', business: '1 minute' };

onEveryServer((api) => {
  const { operator } = api;

  it.each(PLAN_NAMES)('tells what a bot on %s may do, and changes nothing', async (plan) => {
    const bot = await operator.bot({ plan, name: 'Ünïcode 🤖' });
    await operator.setUsed(bot.id, 7);
    const before = await operator.rows(bot.id);
    const { displayName, intervalMinutes, analyticsLevel, historyDays, features, callsPerCycle } =
      PLANS[plan];
    const interval = { updateIntervalMinutes: intervalMinutes };
    expectServed(await api.send({ path: '/api/v1/verify', headers: bearer(bot) }), {
      success: true,
      message: 'API key is valid',
      data: {
        botId: bot.id,
        botName: bot.name,
        ...interval,
        capabilities: { analyticsLevel, historyDays, ...interval },
        tier: {
          name: plan,
          displayName,
          updateInterval: INTERVALS[plan],
          ...interval,
          apiCallsUsed: 7,
          apiCallsLimit: callsPerCycle,
          analyticsLevel,
          historyDays,
          features,
        },
      },
    });
    expect(await operator.rows(bot.id)).toEqual(before);
  });
});
