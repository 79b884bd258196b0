import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

const DAY = 86_400_000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

onEveryServer((api) => {
  const { operator } = api;

  it('has the last values of each day, week and month, and only the period that is asked for', async () => {
    const bot = await operator.bot();
    await api.report(bot);
    await operator.letPass(bot.id, DAY);
    expect((await api.report(bot, { json: { botId: bot.id, serverCount: 9, userCount: 300 } })).status).toBe(
      200,
    );
    const atMs = (await operator.state(bot.id)).lastReportAtMs ?? 0;
    const read = (query: string) =>
      api.send({ path: `/api/v1/bots/${bot.id}/stats/history${query}`, headers: bearer(bot) });
    const last = { servers: 9, users: 300, votes: 0 };
    const daily = [
      { date: dayText(atMs - DAY), servers: 4, users: 273, votes: 0 },
      { date: dayText(atMs), ...last },
    ];
    const ids = { botId: bot.id, botName: bot.name };
    expectServed(await read('?period=daily'), {
      success: true,
      data: { ...ids, daily, weekly: [], monthly: [] },
    });
    const { data } = (await read('')).json();
    expect(data.daily).toEqual(daily);
    expect(data.weekly.at(-1)).toMatchObject(last);
    expect(data.monthly.at(-1)).toEqual({ date: dayText(atMs).slice(0, 7), ...last });
    expect(await operator.state(bot.id)).toMatchObject({ used: 4, calls: 4 });
  });
});
