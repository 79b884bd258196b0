import { it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

onEveryServer((api) => {
  it('is not found without a bot in the path, and as a part of another path', async () => {
    const bot = await api.operator.bot();
    for (const path of ['/api/v1/bots/stats/history', `/api/v1/bots/${bot.id}/stats`]) {
      expectFailure(await api.send({ path, headers: bearer(bot) }), 'not_found');
    }
  });
});
