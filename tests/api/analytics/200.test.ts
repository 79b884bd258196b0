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
    expect((await report(5)).status).toBe(200);
    const atMs = (await operator.state(bot.id)).lastReportAtMs ?? 0;
    const response = await api.send({ path: `/api/v1/bots/${bot.id}/analytics`, headers: bearer(bot) });
    const { growth, coverage, trends, gaps, previous, months, records, yearOnYear, ...rest } =
      response.json().data;
    expectServed(response, response.json());
    const unknown = { week: null, month: null };
    const percentages = (daily: number | null) => ({ daily, weekly: null, monthly: null });
    expect(growth).toEqual({
      servers: { current: 5, today: 1, ...unknown, percentageChange: percentages(25) },
      users: { current: 200, today: 0, ...unknown, percentageChange: percentages(0) },
    });
    const expected = (24 * 60) / PLANS[plan].intervalMinutes;
    const percentage = Math.floor(20_000 / expected) / 100;
    expect(coverage).toEqual({ expected, received: 2, percentage });
    const isAdvanced = plan !== 'free';
    expect([trends, previous?.servers.today]).toEqual(isAdvanced ? [null, null] : [undefined, undefined]);
    expect(gaps).toEqual(isAdvanced ? [{ from: expect.any(String), to: iso(atMs) }] : undefined);
    const isEnterprise = plan === 'business';
    const extent = { first: 4, last: 5, min: 4, max: 5 };
    expect(records?.servers).toEqual(isEnterprise ? { value: 5, at: iso(atMs) } : undefined);
    expect(yearOnYear?.users).toEqual(isEnterprise ? { change: null, percentageChange: null } : undefined);
    if (isEnterprise && new Date(atMs).getUTCDate() > 1) expect(months.at(-1).servers).toEqual(extent);
    expect(months?.length).toBe(isEnterprise ? 12 : undefined);
    expect(rest).toEqual({});
    expect(await operator.state(bot.id)).toMatchObject({ used: 3, calls: 3 });
  });
});
