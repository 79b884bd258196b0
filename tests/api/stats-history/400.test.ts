import { it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

onEveryServer((api) => {
  it('refuses an unknown period', async () => {
    const bot = await api.operator.bot();
    const path = `/api/v1/bots/${bot.id}/stats/history?period=yearly`;
    const issues = [{ path: 'period', message: 'Must be daily, weekly, monthly or all.' }];
    await expectRejected(api, bot, await api.send({ path, headers: bearer(bot) }), 'invalid_query', {
      issues,
    });
  });
});
