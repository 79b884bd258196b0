import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';

onEveryServer((api) => {
  const { operator } = api;

  it('refuses a disabled bot and counts that as rejected', async () => {
    const bot = await operator.bot();
    await operator.disable(bot.id);
    expectFailure(await api.usage(bot), 'bot_disabled', { isAuthenticated: true });
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 1 });
  });

  it('refuses a disabled bot whose quota is exhausted', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_500);
    await operator.disable(bot.id);
    expectFailure(await api.usage(bot), 'bot_disabled', { isAuthenticated: true });
    expect(await operator.state(bot.id)).toMatchObject({ used: 1_500, rejected: 1 });
  });
});
