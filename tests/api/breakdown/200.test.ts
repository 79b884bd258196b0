import { expect, it } from 'vitest';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectServed } from '@/tests/support/process/envelope';
import { bearer } from '@/tests/support/process/requests';

const DAY = 86_400_000;
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);

onEveryServer((api) => {
  const { operator } = api;

  it('has the counted calls of the cycle and of each day, this one too, by operation and by key', async () => {
    const bot = await operator.bot({ plan: 'business' });
    const read = (path: string) => api.send({ path, headers: bearer(bot) });
    expect((await api.report(bot)).status).toBe(200);
    await operator.letPass(bot.id, DAY);
    expect((await api.report(bot)).status).toBe(200);
    const ofBot = `/api/v1/bots/${bot.id}`;
    const paths = [`${ofBot}/stats/history`, `${ofBot}/analytics`, `${ofBot}/votes`, '/api/v1/votes'];
    for (const path of ['/api/v1/usage', ofBot, `${ofBot}/history`, ...paths]) {
      expect((await read(path)).status).toBe(200);
    }
    expect((await read(`${ofBot}/history?unit=none`)).status).toBe(400);
    const response = await read('/api/v1/usage/breakdown');
    const { cycle, operations, keys, days, ...rest } = response.json().data;
    expectServed(response, response.json());
    expect(rest).toEqual({});
    const byOperation = Object.fromEntries(
      operations.map((row: { operation: string; calls: number }) => [row.operation, row.calls]),
    );
    const reads = { usage: 1, breakdown: 1, bot: 1, history: 1, stats_history: 1, analytics: 1, votes: 2 };
    expect(byOperation).toEqual({ report: 2, ...reads });
    expect(cycle).toMatchObject({ used: 10, unsplit: 0 });
    const last4 = bot.key.slice(-4);
    expect(keys).toMatchObject([{ keyId: expect.any(String), name: expect.any(String), last4, calls: 10 }]);
    expect(days).toHaveLength(2);
    expect(days.at(-1)).toMatchObject({ unsplit: 0, byKey: { [keys[0].keyId]: expect.any(Number) } });
    expect(days.map(({ calls }: { calls: number }) => calls)).toEqual([0, 10]);
    for (const day of days) {
      expect(sum(day.byOperation) + day.unsplit).toBe(day.calls);
      expect(sum(day.byKey) + day.unsplit).toBe(day.calls);
    }
    expect(await operator.state(bot.id)).toMatchObject({ used: 10 });
  });
});
