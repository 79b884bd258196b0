import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectRejected } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

onEveryServer((api) => {
  const { operator } = api;

  it('refuses the 11th change within an hour, says when to come back, and takes the same content again', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    const ask = (number: number) =>
      api.send({
        method: 'POST',
        path: '/api/v1/settings/webhook',
        headers: { ...bearer(bot), 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: `https://bot.example.org/${number}` }),
      });
    for (let number = 1; number <= 10; number++) expect((await ask(number)).json().data.stored).toBe(true);
    const refused = await ask(11);
    await expectRejected(api, bot, refused, 'too_many_changes');
    const seconds = Number(refused.header('retry-after'));
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect((await ask(10)).json().data).toEqual({ stored: true });
  });
});
