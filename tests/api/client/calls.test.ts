import { expect, test } from 'vitest';
import { BotmeterClient } from '@/lib/client/client';
import { onOneServer } from '@/tests/support/process/api-server';

onOneServer((api) => {
  test('the calls beside reports resolve to what the service returns', async () => {
    const { id: botId, key } = await api.operator.bot({ plan: 'business' });
    const client = new BotmeterClient({ baseUrl: `http://127.0.0.1:${api.port}`, apiKey: key, botId });
    await client.sendStats({ serverCount: 4, userCount: 273 });
    expect(await client.heartbeat()).toMatchObject({ ok: true, data: { receivedAt: expect.any(String) } });
    expect(await client.getHistory({ from: new Date(Date.now() - 3_600_000), unit: 'report' })).toMatchObject(
      {
        data: { unit: 'report', points: [{ servers: 4, users: 273, shards: 1 }], gaps: [] },
      },
    );
    expect(await client.getAnalytics()).toMatchObject({
      data: { growth: { servers: { current: 4 } }, months: {} },
    });
    expect(
      await client.mark('Version 2.4', { kind: 'deploy', at: new Date(Date.now() - 60_000) }),
    ).toMatchObject({
      ok: true,
      data: { kind: 'deploy', text: 'Version 2.4' },
    });
    expect(await client.pause(30, 'Moving')).toMatchObject({ ok: true, data: { until: expect.any(String) } });
    expect(await client.resume()).toMatchObject({ ok: true, data: { until: null } });
    // What is missing ends nothing, and is refused.
    const missing = undefined as unknown as number;
    expect(await client.pause(missing)).toMatchObject({ ok: false, error: { code: 'invalid_body' } });
    const breakdown = await client.getUsageBreakdown();
    if (!breakdown.ok) throw breakdown.error;
    const { cycle, operations, days } = breakdown.data;
    expect(operations).toContainEqual({ operation: 'breakdown', calls: 1 });
    expect([cycle.unsplit, days.at(-1)?.byOperation.breakdown]).toEqual([0, 1]);
    const months = expect.arrayContaining([{ month: new Date().toISOString().slice(0, 7), votes: 0 }]);
    expect(await client.getVotes({ limit: 5 })).toEqual({
      ok: true,
      data: {
        botId,
        botName: expect.any(String),
        total: 0,
        monthly: 0,
        weekly: 0,
        today: 0,
        recentVoters: [],
        monthlyHistory: months,
        sources: [],
        nextCursor: null,
      },
    });
    const none = { voted: false, votedAt: null, expiresAt: null };
    expect(await client.hasVoted('160105994217586689')).toEqual({ ok: true, data: none });
    const noUser = { code: 'invalid_query', message: expect.stringContaining('userId: ') };
    expect(await client.hasVoted('')).toMatchObject({ ok: false, error: noUser });
    const error = { code: 'invalid_query', message: expect.stringContaining('from: ') };
    expect(await client.getHistory({ from: 'yesterday' })).toMatchObject({ ok: false, error });
  });
});
