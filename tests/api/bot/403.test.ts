import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { botRequest } from '../../support/process/requests';

onEveryServer((api) => {
  const { operator } = api;

  it('refuses a disabled bot, also with an exhausted quota and another bot in the path', async () => {
    const bot = await operator.bot();
    await operator.disable(bot.id);
    await expectRejected(api, bot, await api.send(botRequest(bot)), 'bot_disabled');
    await operator.setUsed(bot.id, 1_500);
    const other = await operator.bot();
    const response = await api.send(botRequest({ ...bot, id: other.id }));
    expect([response.status, response.json().error]).toEqual([403, 'bot_disabled']);
  });

  it('refuses another bot in the path, known or not, and names neither', async () => {
    const other = await operator.bot();
    for (const id of [other.id, '1183746529999999999']) {
      const bot = await operator.bot();
      const response = await api.send(botRequest({ ...bot, id }));
      await expectRejected(api, bot, response, 'bot_mismatch');
      expect(response.text).not.toContain(bot.id);
    }
    expect(await operator.state(other.id)).toMatchObject({ used: 0, rejected: 0 });
  });
});
