import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const iso = (ms: number) => new Date(ms).toISOString();

onEveryServer((api) => {
  const { operator } = api;
  /** A bot with one report, and the time of that report. */
  const reported = async () => {
    const bot = await operator.bot();
    const json = { botId: bot.id, serverCount: 4, userCount: 273, shardCount: 2 };
    expect((await api.report(bot, { json })).status).toBe(200);
    const atMs = (await operator.state(bot.id)).lastReportAtMs ?? 0;
    const send = (query: string, headers = {}) =>
      api.send({ path: `/api/v1/bots/${bot.id}/history${query}`, headers: { ...bearer(bot), ...headers } });
    return { bot, atMs, send };
  };

  it('has the last 24 hours as reports by default, and counts as a call', async () => {
    const { bot, atMs, send } = await reported();
    const response = await send('');
    const { from, to } = response.json().data;
    const points = [{ at: iso(atMs), servers: 4, users: 273, shards: 2 }];
    expectServed(response, { success: true, data: { from, to, unit: 'report', points, gaps: [] } });
    expect(Date.parse(to) - Date.parse(from)).toBe(DAY);
    expect(response.all('vary')).toContainEqual(expect.stringMatching(/(^|, ?)Accept(,|$)/));
    expect(await operator.state(bot.id)).toMatchObject({ used: 2, calls: 2, rejected: 0 });
  });

  it.each([
    ['hour', HOUR],
    ['day', DAY],
  ])('widens a span to each %s and echoes it', async (unit, unitMs) => {
    const { atMs, send } = await reported();
    const startMs = Math.floor(atMs / unitMs) * unitMs;
    const extent = (value: number) => ({ first: value, last: value, min: value, max: value });
    const points = [{ at: iso(startMs), reports: 1, servers: extent(4), users: extent(273), shards: 2 }];
    expectServed(await send(`?unit=${unit}&from=${iso(atMs)}&to=${iso(atMs + 1)}`), {
      success: true,
      data: { from: iso(startMs), to: iso(startMs + unitMs), unit, points, gaps: [] },
    });
  });

  it('has what the plan keeps of a longer span, with the gaps since the registration', async () => {
    const { bot, atMs, send } = await reported();
    await operator.setRegistered(bot.id, atMs - 20 * DAY);
    const { from, to, unit, points, gaps } = (await send('?from=2020-01-01T00:00:00+01:00')).json().data;
    expect([Date.parse(to) - Date.parse(from), unit, points.length]).toEqual([7 * DAY + 1, 'report', 1]);
    expect(gaps).toEqual([{ from, to: iso(atMs) }]);
  });

  it('comes as CSV where Accept names it', async () => {
    const { bot, atMs, send } = await reported();
    const startMs = Math.floor(atMs / HOUR) * HOUR;
    for (const [unit, line] of [
      ['report', `at,servers,users,shards\r\n${iso(atMs)},4,273,2\r\n`],
      [
        'hour',
        `at,reports,servers_first,servers_last,servers_min,servers_max,users_first,users_last,users_min,users_max,shards\r\n${iso(startMs)},1,4,4,4,4,273,273,273,273,2\r\n`,
      ],
    ]) {
      const response = await send(`?unit=${unit}`, { Accept: 'text/csv' });
      expect([response.status, response.header('content-type'), response.text]).toEqual([
        200,
        'text/csv; charset=utf-8',
        line,
      ]);
      expect(response.all('vary')).toContainEqual(expect.stringMatching(/(^|, ?)Accept(,|$)/));
      expect(response.header('cache-control')).toBe('no-store');
    }
    expect(await operator.state(bot.id)).toMatchObject({ used: 3, calls: 3 });
  });
});
