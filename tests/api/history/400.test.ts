import { it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, expectRejected } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

const TIME = 'Must be an ISO 8601 time with a zone offset, such as 2026-02-05T02:35:00Z.';
const ORDER = 'Must be before "to", which is now unless given.';
const UNIT = 'Must be report, hour, day or auto.';

onEveryServer((api) => {
  const { operator } = api;

  it.each([
    ['from=yesterday', [{ path: 'from', message: TIME }]],
    ['from=2026-02-05T02:35:00', [{ path: 'from', message: TIME }]],
    [
      'to=1770258900123&unit=month',
      [
        { path: 'to', message: TIME },
        { path: 'unit', message: UNIT },
      ],
    ],
    ['unit=', [{ path: 'unit', message: UNIT }]],
    ['from=2026-01-02T00:00:00Z&to=2026-01-02T02:00:00%2B02:00', [{ path: 'from', message: ORDER }]],
    ['from=2999-01-01T00:00:00Z', [{ path: 'from', message: ORDER }]],
  ])('refuses %s', async (query, issues) => {
    const bot = await operator.bot();
    const path = `/api/v1/bots/${bot.id}/history?${query}`;
    await expectRejected(api, bot, await api.send({ path, headers: bearer(bot) }), 'invalid_query', {
      issues,
    });
  });

  it('refuses a query before another bot in the path, in JSON though CSV is asked for', async () => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const headers = { ...bearer(bot), Accept: 'text/csv' };
    const send = (query: string) => api.send({ path: `/api/v1/bots/${other.id}/history${query}`, headers });
    const details = { issues: [{ path: 'from', message: ORDER }] };
    expectFailure(await send('?from=2999-01-01T00:00:00Z'), 'invalid_query', {
      isAuthenticated: true,
      details,
    });
    expectFailure(await send(''), 'bot_mismatch', { isAuthenticated: true });
  });
});
