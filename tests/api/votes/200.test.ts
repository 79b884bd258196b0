import { expect, it } from 'vitest';
import { makeSource } from '@/tests/support/data/vote-api';
import { bodyOf, delivery } from '@/tests/support/data/vote-deliveries';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectServed } from '@/tests/support/process/envelope';
import { bearer } from '@/tests/support/process/requests';

onEveryServer((api) => {
  const { operator } = api;

  it('has the votes of the bot in the path or of the key, page by page, and counts as a call', async () => {
    const bot = await operator.bot();
    const source = await makeSource(await operator.ports(), 'topgg', bot.id);
    const users = ['100000000000000001', '100000000000000002', '100000000000000003'];
    for (const user of users) {
      const body = JSON.stringify(bodyOf('topgg', 0, { bot: bot.id, user, isWeekend: user === users[2] }));
      const sent = delivery('topgg', source.secret, body, 0);
      expect((await api.send({ method: 'POST', path: source.path, ...sent })).json().data).toEqual({
        stored: true,
      });
    }
    const read = (path: string) => api.send({ path, headers: bearer(bot) });
    const response = await read('/api/v1/votes');
    const { recentVoters, monthlyHistory, sources, ...rest } = response.json().data;
    expectServed(response, response.json());
    expect(rest).toEqual({
      botId: bot.id,
      botName: bot.name,
      total: 4,
      monthly: 4,
      weekly: 4,
      today: 4,
      nextCursor: null,
    });
    expect(recentVoters.map(({ userId }: { userId: string }) => userId).sort()).toEqual(users);
    expect(recentVoters[0]).toEqual({
      userId: users[2],
      username: null,
      source: 'topgg',
      weight: 2,
      votedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect([monthlyHistory.length, monthlyHistory.at(-1).votes]).toEqual([12, 4]);
    expect(sources).toEqual([
      { name: 'topgg', kind: 'topgg', total: 4, lastVoteAt: recentVoters[0].votedAt },
    ]);
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/v1/bots/${bot.id}/votes?limit=2${cursor && `&cursor=${cursor}`}`;
      const page: { recentVoters: { userId: string }[]; nextCursor: string | null } = (
        await read(path)
      ).json().data;
      pages.push(...page.recentVoters.map(({ userId }) => userId));
      cursor = page.nextCursor;
    }
    expect(pages.sort()).toEqual(users);
    const of = (await read(`/api/v1/votes?userId=${users[0]}`)).json().data;
    expect(of).toEqual({ voted: true, votedAt: expect.any(String), expiresAt: expect.any(String) });
    expect(Date.parse(of.expiresAt) - Date.parse(of.votedAt)).toBe(12 * 3_600_000);
    expect((await read('/api/v1/votes?userId=nobody')).json().data).toEqual({
      voted: false,
      votedAt: null,
      expiresAt: null,
    });
    expect(await operator.state(bot.id)).toMatchObject({ used: 5, calls: 5 });
    await api.report(bot);
    const history = (await read(`/api/v1/bots/${bot.id}/stats/history`)).json().data;
    expect([history.daily[0].votes, history.weekly[0].votes, history.monthly[0].votes]).toEqual([4, 4, 4]);
  });

  it('has zeros without votes, for a disabled bot’s later ones too', async () => {
    const bot = await operator.bot();
    const response = await api.send({ path: '/api/v1/votes', headers: bearer(bot) });
    expect(response.json().data).toMatchObject({ total: 0, recentVoters: [], sources: [], nextCursor: null });
    const source = await makeSource(await operator.ports(), 'discords', bot.id);
    await operator.disable(bot.id);
    const body = JSON.stringify(bodyOf('discords', 0, { bot: bot.id }));
    const sent = delivery('discords', source.secret, body, 0);
    const taken = await api.send({ method: 'POST', path: source.path, ...sent });
    expect([taken.status, taken.json()]).toEqual([200, { success: true, data: { stored: true } }]);
  });
});
