import { expect, it } from 'vitest';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectRejected, expectServed } from '@/tests/support/process/envelope';
import type { TestBot } from '@/tests/support/process/operator';
import { bearer, botRequest } from '@/tests/support/process/requests';

const TEXT = { path: 'text', message: 'Must be a text of 1 to 80 characters.' };
const LINE = { path: 'text', message: 'A text is one line of at most 80 characters.' };
const KIND = { path: 'kind', message: 'Must be "deploy", "incident", "note".' };
const MOMENT = {
  path: 'at',
  message: 'Must be an ISO 8601 time with a zone offset, such as 2026-02-05T02:35:00Z.',
};
const TIME = {
  path: 'at',
  message: "Must be within the 7 days of the plan's history, and at most 5 minutes ahead.",
};
const MINUTES = { path: 'minutes', message: 'Must be a whole number from 1 to 1440.' };

onEveryServer((api) => {
  const { operator } = api;
  const path = (bot: TestBot, what: 'marks' | 'pause') => `/api/v1/bots/${bot.id}/${what}`;
  const post = (bot: TestBot, what: 'marks' | 'pause', body: object) =>
    api.send({
      method: 'POST',
      path: path(bot, what),
      headers: { ...bearer(bot), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const resume = (bot: TestBot) =>
    api.send({ method: 'DELETE', path: path(bot, 'pause'), headers: bearer(bot) });
  const read = async (bot: TestBot, query = '') =>
    (await api.send({ path: path(bot, 'marks') + query, headers: bearer(bot) })).json().data;

  it('stores a mark, counts it, and lists it with others of the span, oldest first', async () => {
    const bot = await operator.bot();
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const first = await post(bot, 'marks', { text: ' Version 2.4 ', kind: 'deploy' });
    expectServed(first, first.json());
    expect(first.json().data).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      kind: 'deploy',
      text: 'Version 2.4',
    });
    await post(bot, 'marks', { text: 'Before', at: anHourAgo.replace('Z', '+00:00') });
    const { marks, truncated } = await read(bot);
    expect(marks).toEqual([
      { id: expect.any(String), at: anHourAgo, kind: 'note', text: 'Before' },
      first.json().data,
    ]);
    expect(truncated).toBe(false);
    expect((await read(bot, `?to=${encodeURIComponent(marks[1].at)}`)).marks).toHaveLength(1);
    expect(await operator.state(bot.id)).toMatchObject({ used: 4, calls: 4, rejected: 0 });
  });

  it.each([
    [{}, TEXT],
    [{ text: ' ' }, { path: 'text', message: 'A text needs a character that can be seen.' }],
    [{ text: 7 }, TEXT],
    [{ text: 'x'.repeat(81) }, LINE],
    [{ text: 'two\nlines' }, LINE],
    [{ text: 'x', kind: 'release' }, KIND],
    [{ text: 'x', at: 'yesterday' }, MOMENT],
    [{ text: 'x', at: '2026-02-05T02:35:00' }, MOMENT],
    [{ text: 'x', at: '1999-01-01T00:00:00Z' }, TIME],
    [{ text: 'x', at: '9999-12-31T23:59:59Z' }, TIME],
  ])('refuses the mark %j', async (body, issue) => {
    const bot = await operator.bot();
    await expectRejected(api, bot, await post(bot, 'marks', body), 'invalid_body', { issues: [issue] });
  });

  it('plans a silence at any state of the quota, counts nothing, and shows its end', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_500);
    const { until } = (await post(bot, 'pause', { minutes: 30, reason: 'Moving' })).json().data;
    expect(Math.abs(Date.parse(until) - Date.now() - 1_800_000)).toBeLessThan(10_000);
    await operator.setUsed(bot.id, 0);
    const details = async () => (await api.send(botRequest(bot))).json().data;
    expect((await details()).pausedUntil).toBe(until);
    const sooner = (await post(bot, 'pause', { minutes: 1 })).json().data.until;
    expect(Date.parse(sooner)).toBeLessThan(Date.parse(until));
    for (let i = 0; i < 2; i++) expectServed(await resume(bot), { success: true, data: { until: null } });
    expect((await details()).pausedUntil).toBeNull();
    expect(await operator.state(bot.id)).toMatchObject({ used: 2, rejected: 0 });
  });

  it.each([
    [{}, MINUTES],
    [{ minutes: 0 }, MINUTES],
    [{ minutes: 1_441 }, MINUTES],
    [{ minutes: 1.5 }, MINUTES],
    [{ minutes: '30' }, MINUTES],
    [
      { minutes: 1, reason: 7 },
      { path: 'reason', message: 'Must be a text of 1 to 80 characters.' },
    ],
    [
      { minutes: 1, reason: 'x'.repeat(81) },
      { path: 'reason', message: 'A reason is one line of at most 80 characters.' },
    ],
  ])('refuses the pause %j', async (body, issue) => {
    const bot = await operator.bot();
    await expectRejected(api, bot, await post(bot, 'pause', body), 'invalid_body', { issues: [issue] });
  });

  it('refuses both for another bot and of a disabled one', async () => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const foreign = { ...other, key: bot.key };
    for (const response of [
      await post(foreign, 'marks', { text: 'x' }),
      await post(foreign, 'pause', { minutes: 1 }),
      await resume(foreign),
    ])
      expect(response.json()).toMatchObject({ error: 'bot_mismatch' });
    await operator.disable(bot.id);
    for (const response of [
      await post(bot, 'marks', { text: 'x' }),
      await post(bot, 'pause', { minutes: 1 }),
      await resume(bot),
    ])
      expect(response.json()).toMatchObject({ error: 'bot_disabled' });
  });

  it('begins 100 silences a day, and says when the next one may', async () => {
    const bot = await operator.bot();
    let response = await post(bot, 'pause', { minutes: 1 });
    // Two in one millisecond are one.
    for (let i = 0; i < 300 && response.status === 200; i++)
      response = await post(bot, 'pause', { minutes: 1 });
    expect(response.json()).toMatchObject({ error: 'too_many_pauses' });
    const leftS = 86_400 - ((Date.now() / 1_000) % 86_400);
    expect(Math.abs(Number(response.header('retry-after')) - leftS)).toBeLessThan(10);
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 1 });
  });
});
