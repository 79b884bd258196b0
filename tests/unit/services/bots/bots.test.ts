import { describe, expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { DAY_MS } from '@/lib/domain/plan';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { readBot } from '@/lib/services/bots/read';
import { searchBots } from '@/lib/services/bots/search';
import { readUsage } from '@/lib/services/calls/read-usage';
import { refuseCall } from '@/lib/services/calls/refuse';
import { reportStats } from '@/lib/services/calls/report';
import { listKeys } from '@/lib/services/keys/list';
import { BOT_ID, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

const context = contextForEachTest();
const NEW = { id: '9'.repeat(18), name: ' New Bot ', owner: { userId: 'owner' }, plan: 'premium' } as const;
const botOf = async (id: string) =>
  (await context().db.rows(`SELECT * FROM bots WHERE id = '${id}'`))[0] ?? null;

it('the list of all bots shows each account as it stands now, in its present cycle', async () => {
  const { ports, db, bot } = context();
  await readUsage(ports, { keyHash: bot.keyHash });
  const query = { text: BOT_ID, sort: 'name', isDescending: false, page: 1 };
  const listed = async () =>
    accepted(await searchBots(ports, PRINCIPALS.admin, query)).rows[0]?.account.cycle;
  expect(await listed()).toEqual({ index: 0, used: 1 });
  await db.setClock(T0 + CYCLE_MS);
  expect(await listed()).toEqual({ index: 1, used: 0 });
});

describe('registering a bot', () => {
  it('starts its cycles now, with nothing used', async () => {
    const bot = accepted(await createBot(context().ports, PRINCIPALS.admin, NEW));
    expect(bot).toMatchObject({
      id: NEW.id,
      name: 'New Bot',
      ownerId: 'owner',
      registeredAtMs: T0,
      plan: 'premium',
    });
    expect(await botOf(NEW.id)).toMatchObject({ cycle_index: 0, cycle_used: 0, reports_total: 0 });
    expect(await context().audit()).toEqual([
      {
        actor: 'admin',
        action: 'bot.create',
        subject: NEW.id,
        before: null,
        after: { name: 'New Bot', ownerId: 'owner', plan: 'premium' },
      },
    ]);
  });

  it.each([
    ['an id that is no snowflake', { id: '12' }, 'invalid', 'id'],
    ['a taken id', { id: BOT_ID }, 'conflict', 'id'],
    ['an empty name', { name: ' ' }, 'invalid', 'name'],
    ['an unknown owner', { owner: { email: 'no@example.org' } }, 'not_found', 'email'],
  ])('refuses %s', async (_, wrong, code, field) => {
    const result = await createBot(context().ports, PRINCIPALS.admin, { ...NEW, ...wrong });
    expect(result).toMatchObject({ refusal: { code, field } });
    expect(await context().audit()).toEqual([]);
  });
});

describe('changing a bot', () => {
  it('a plan is in force from the next call; the count and the cycle are kept; its history is kept 7 days', async () => {
    const { ports, bot, db } = context();
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { plan: 'business' });
    await reportStats(ports, bot, BOT_ID, REPORT);
    await db.setClock(T0 + 60_000);
    const changed = accepted(await changeBot(ports, PRINCIPALS.admin, BOT_ID, { plan: 'free' }));
    expect(changed).toMatchObject({ plan: 'free', planChangedAtMs: T0 + 60_000, formerHistoryDays: 365 });
    expect((await reportStats(ports, bot, BOT_ID, REPORT))?.outcome).toMatchObject({
      error: 'update_too_soon',
    });
    expect(await botOf(BOT_ID)).toMatchObject({ plan: 'free', cycle_used: 1, former_history_days: 365 });
  });

  it('to the plan that it has does not start the 7 days anew', async () => {
    const { ports, db } = context();
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { plan: 'premium' });
    await db.setClock(T0 + DAY_MS);
    const same = accepted(
      await changeBot(ports, PRINCIPALS.admin, BOT_ID, { plan: 'premium', name: 'Renamed' }),
    );
    expect(same).toMatchObject({ planChangedAtMs: T0, name: 'Renamed' });
    expect((await context().audit()).at(-1)).toMatchObject({
      before: { name: 'TestBot' },
      after: { name: 'Renamed' },
    });
  });

  it('a new owner manages it at once, and the former one no more', async () => {
    const { ports } = context();
    accepted(await changeBot(ports, PRINCIPALS.admin, BOT_ID, { owner: { userId: 'other' } }));
    expect(verdictOf(await listKeys(ports, PRINCIPALS.owner, BOT_ID, 1))).toBe('not_found');
    expect(verdictOf(await listKeys(ports, PRINCIPALS.other, BOT_ID, 1))).toBe('ok');
  });

  it('disabled, its calls are refused until it is enabled; its keys stay', async () => {
    const { ports, bot } = context();
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { isDisabled: true });
    expect((await readUsage(ports, bot))?.outcome).toMatchObject({ error: 'bot_disabled' });
    expect((await refuseCall(ports, bot, 'invalid_json'))?.outcome).toMatchObject({ error: 'bot_disabled' });
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { isDisabled: false });
    expect((await readUsage(ports, bot))?.outcome).toEqual({ kind: 'served' });
  });

  it('with one fault in what is asked changes nothing of it', async () => {
    const before = await botOf(BOT_ID);
    const change = { plan: 'business', owner: { email: 'no@example.org' } } as const;
    expect(verdictOf(await changeBot(context().ports, PRINCIPALS.admin, BOT_ID, change))).toBe('not_found');
    expect(
      verdictOf(await changeBot(context().ports, PRINCIPALS.admin, BOT_ID, { plan: 'business', name: '' })),
    ).toBe('invalid');
    expect(await botOf(BOT_ID)).toEqual(before);
  });

  it('to what it is already says nothing', async () => {
    accepted(await changeBot(context().ports, PRINCIPALS.admin, BOT_ID, { plan: 'free', isDisabled: false }));
    expect(await context().audit()).toEqual([]);
  });
});

describe('deleting a bot', () => {
  it('takes its reports, counters and keys, leaves the other bot’s, and keeps the audit entries', async () => {
    const { ports, db, bot, otherBot } = context();
    await reportStats(ports, bot, BOT_ID, REPORT);
    await reportStats(ports, otherBot, OTHER_BOT_ID, REPORT);
    await changeBot(ports, PRINCIPALS.admin, BOT_ID, { name: 'Gone soon' });
    accepted(await deleteBot(ports, PRINCIPALS.admin, BOT_ID));
    for (const table of ['reports', 'api_keys']) {
      expect(await db.rows(`SELECT DISTINCT bot_id FROM ${table}`)).toEqual([{ bot_id: OTHER_BOT_ID }]);
    }
    expect(await botOf(BOT_ID)).toBeNull();
    expect((await context().audit()).map(({ action }) => action)).toEqual(['bot.change', 'bot.delete']);
    expect(await readUsage(ports, bot)).toBeNull();
    expect(verdictOf(await deleteBot(ports, PRINCIPALS.admin, BOT_ID))).toBe('not_found');
  });
});

it('a person who looks at a bot is not counted and sees what it last sent', async () => {
  const { ports, bot } = context();
  await reportStats(ports, bot, BOT_ID, REPORT);
  const before = await botOf(BOT_ID);
  const view = accepted(await readBot(ports, PRINCIPALS.owner, BOT_ID, '24h'));
  expect(view).toMatchObject({ lastReport: { ...REPORT, atMs: T0 }, nowMs: T0, isDisabled: false });
  expect(view.series).toEqual([{ ...REPORT, atMs: T0 }]);
  expect(view.usage.usage.apiCalls.used).toBe(1);
  expect(await botOf(BOT_ID)).toEqual(before);
});
