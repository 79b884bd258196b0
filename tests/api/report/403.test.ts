import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { report } from '../../support/process/requests';

onEveryServer((api) => {
  const { operator } = api;

  it('refuses every key of a disabled bot', async () => {
    const first = await operator.bot();
    const second = await operator.bot();
    const { key } = await operator.key(second.id);
    for (const bot of [first, { ...second, key }]) {
      await operator.disable(bot.id);
      await expectRejected(api, bot, await api.report(bot), 'bot_disabled');
    }
  });

  it('refuses a report for another bot, names neither bot, and counts the rejection for the key’s bot only', async () => {
    const [own, other] = [await operator.bot({ name: 'Own' }), await operator.bot({ name: 'Other' })];
    const response = await api.report(own, { json: report(other) });
    await expectRejected(api, own, response, 'bot_mismatch');
    for (const text of [own.id, own.name, other.name]) expect(response.text).not.toContain(text);
    expect(await operator.state(other.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
  });

  it('returns the same response for an existing and an unknown other bot', async () => {
    const [own, other] = [await operator.bot(), await operator.bot()];
    const bodyFor = async (id: string) => {
      const response = await api.report(own, { json: report({ id }) });
      return { ...response.json(), requestId: '' };
    };
    expect(await bodyFor('18446744073709551615')).toEqual(await bodyFor(other.id));
  });

  it.each([-1n, 1n, 10n ** 18n])('refuses the id that differs by %d', async (difference) => {
    const bot = await operator.bot();
    const json = report({ id: String(BigInt(bot.id) + difference) });
    await expectRejected(api, bot, await api.report(bot, { json }), 'bot_mismatch');
  });
});
