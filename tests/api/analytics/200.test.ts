import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

onEveryServer((api) => {
  const { operator } = api;

  it.each(PLAN_NAMES)('has the members of the level of %s, and counts as a call', async (plan) => {
    const bot = await operator.bot({ plan });
    const report = (serverCount: number) =>
      api.report(bot, { json: { botId: bot.id, serverCount, userCount: 200 } });
    expect((await report(4)).status).toBe(200);
    await operator.letPass(bot.id, DAY);
    const first = iso((await operator.state(bot.id)).lastReportAtMs ?? 0);
    expect((await report(5)).status).toBe(200);
    const atMs = (await operator.state(bot.id)).lastReportAtMs ?? 0;
    const response = await api.send({ path: `/api/v1/bots/${bot.id}/analytics`, headers: bearer(bot) });
    const { growth, coverage, trends, gaps, previous, months, records, yearOnYear, ...rest } =
      response.json().data;
    expectServed(response, response.json());
    const sinceFirst = (change: number, percentage: number) => ({
      ...{ today: change, week: change, month: change },
      percentageChange: { daily: percentage, weekly: percentage, monthly: percentage },
      since: { today: first, week: first, month: first },
    });
    expect(growth).toEqual({
      servers: { current: 5, ...sinceFirst(1, 25) },
      users: { current: 200, ...sinceFirst(0, 0) },
    });
    const expected = (24 * 60) / PLANS[plan].intervalMinutes;
    const percentage = Math.floor(20_000 / expected) / 100;
    expect(coverage).toEqual({ expected, received: 2, percentage });
    const isAdvanced = plan !== 'free';
    // Of the periods before, only the day ended after the first report.
    expect([trends, previous?.servers]).toEqual(
      isAdvanced
        ? [
            null,
            {
              ...{ today: 0, week: null, month: null },
              percentageChange: { daily: 0, weekly: null, monthly: null },
              since: { today: first, week: null, month: null },
            },
          ]
        : [undefined, undefined],
    );
    expect(gaps).toEqual(isAdvanced ? [{ from: expect.any(String), to: iso(atMs) }] : undefined);
    const isEnterprise = plan === 'business';
    const extent = { first: 4, last: 5, min: 4, max: 5 };
    expect(records?.servers).toEqual(isEnterprise ? { value: 5, at: iso(atMs) } : undefined);
    expect(yearOnYear?.users).toEqual(
      isEnterprise ? { change: 0, percentageChange: 0, since: first } : undefined,
    );
    if (isEnterprise && new Date(atMs).getUTCDate() > 1) expect(months.at(-1).servers).toEqual(extent);
    expect(months?.length).toBe(isEnterprise ? 12 : undefined);
    expect(rest).toEqual({});
    expect(await operator.state(bot.id)).toMatchObject({ used: 3, calls: 3 });
  });
});
