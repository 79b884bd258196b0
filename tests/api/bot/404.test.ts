import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

onEveryServer((api) => {
  const { operator } = api;

  it.each([
    '12',
    '0123456789012345678',
    '18446744073709551616',
    '%31234567890123456',
    'Stats',
    '1234567890123456789/',
  ])('is not found for the id %s, before authentication', async (id) => {
    const bot = await operator.bot();
    for (const headers of [{}, bearer(bot)]) {
      expectFailure(await api.send({ path: `/api/v1/bots/${id}`, headers }), 'not_found');
    }
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0 });
  });

  it('leaves /api/v1/bots/stats to reports', async () => {
    const response = await api.send({ path: '/api/v1/bots/stats', headers: bearer(await operator.bot()) });
    expectFailure(response, 'method_not_allowed');
    expect(response.header('allow')).toBe('POST');
  });
});
