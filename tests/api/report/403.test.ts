import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { report } from '../../support/process/requests';

onEveryServer((site) => {
  const { operator } = site;

  it('refuses a disabled bot and counts that as rejected', async () => {
    const bot = await operator.bot();
    await operator.disable(bot.id);
    expectFailure(await site.report(bot), 'bot_disabled', { isAuthenticated: true });
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 1, reports: [] });
  });

  it('refuses every key of a disabled bot', async () => {
    const bot = await operator.bot();
    const { key } = await operator.key(bot.id);
    await operator.disable(bot.id);
    expectFailure(await site.report({ ...bot, key }), 'bot_disabled', { isAuthenticated: true });
  });

  it('refuses a report for another bot, names neither bot, and counts the rejection for the key’s bot only', async () => {
    const [own, other] = [await operator.bot({ name: 'Own' }), await operator.bot({ name: 'Other' })];
    const answer = await site.report(own, { json: report(other) });
    expectFailure(answer, 'bot_mismatch', { isAuthenticated: true });
    expect(answer.text).not.toContain(own.id);
    expect(answer.text).not.toContain(own.name);
    expect(answer.text).not.toContain(other.name);
    expect(await operator.state(own.id)).toMatchObject({ used: 0, rejected: 1, reports: [] });
    expect(await operator.state(other.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
  });

  it('gives the same response for an existing and an unknown other bot', async () => {
    const [own, other] = [await operator.bot(), await operator.bot()];
    const answers = [
      await site.report(own, { json: report(other) }),
      await site.report(own, { json: report({ id: '18446744073709551615' }) }),
    ];
    const [known, unknown] = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(unknown).toEqual(known);
  });

  it.each([-1n, 1n, 10n ** 18n])('refuses the id that differs by %d', async (difference) => {
    const bot = await operator.bot();
    const answer = await site.report(bot, { json: report({ id: String(BigInt(bot.id) + difference) }) });
    expectFailure(answer, 'bot_mismatch', { isAuthenticated: true });
  });
});
