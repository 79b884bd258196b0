import { describe, expect, it } from 'vitest';
import { DAY_MS, type PlanName } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { reportStats } from '@/lib/services/calls/report';
import { sendStats } from '@/lib/services/calls/send';
import { listKeys } from '@/lib/services/keys/find';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { BOT_ID, intervalMs, REPORT, T0 } from '@/tests/support/data/accounts';
import { addKeys } from '@/tests/support/data/fixtures';
import { manualHolds } from '@/tests/support/data/ports';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

const context = contextForEachTest();
const NEW = { id: '9'.repeat(18), name: ' New Bot ', owner: { userId: 'owner' }, plan: 'premium' } as const;
const botOf = async (id: string) =>
  (await context().db.rows(`SELECT * FROM bots WHERE id = '${id}'`))[0] ?? null;
const change = (fields: Parameters<typeof changeBot>[3]) =>
  changeBot(context().ports, PRINCIPALS.admin, BOT_ID, fields);

describe('createBot', () => {
  it('starts the first cycle now, with nothing used', async () => {
    const bot = accepted(await createBot(context().ports, PRINCIPALS.admin, NEW));
    const stored = { name: 'New Bot', ownerId: 'owner', plan: 'premium' };
    expect(bot).toMatchObject({ ...stored, id: NEW.id, registeredAtMs: T0, isDisabled: false });
    expect(await botOf(NEW.id)).toMatchObject({ cycle_index: 0, cycle_used: 0, reports_total: 0 });
    expect(await context().audit()).toEqual([
      { actor: 'admin', action: 'bot.create', subject: NEW.id, before: null, after: stored },
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

describe('changeBot', () => {
  it('keeps the cycle’s count at a change of plan, and notes how long the former history is kept', async () => {
    const { ports, bot, db } = context();
    await change({ plan: 'business' });
    await reportStats(ports, bot, BOT_ID, REPORT);
    await db.setClock(T0 + 60_000);
    const retention = { plan: 'free', planChangedAtMs: T0 + 60_000, formerHistoryDays: 365 };
    expect(accepted(await change({ plan: 'free' }))).toMatchObject(retention);
    expect(await botOf(BOT_ID)).toMatchObject({ plan: 'free', cycle_used: 1, former_history_days: 365 });
  });

  it('notes when the bot was last enabled', async () => {
    await change({ isDisabled: true });
    expect(await botOf(BOT_ID)).toMatchObject({ disabled_at_ms: T0, enabled_at_ms: null });
    await context().db.setClock(T0 + 5);
    expect(accepted(await change({ isDisabled: false }))).toMatchObject({ enabledAtMs: T0 + 5 });
    await context().db.setClock(T0 + 9);
    await change({ isDisabled: true, name: 'Renamed' });
    expect(await botOf(BOT_ID)).toMatchObject({ disabled_at_ms: T0 + 9, enabled_at_ms: T0 + 5 });
  });

  it('notes the longest interval of the plans of the last 24 hours', async () => {
    const formerAfter = async (plan: PlanName, atMs: number) => {
      await context().db.setClock(T0 + atMs);
      return accepted(await change({ plan })).formerIntervalMinutes;
    };
    expect((await botOf(BOT_ID))?.former_interval_minutes).toBeNull();
    expect(await formerAfter('premium', 0)).toBe(30);
    expect(await formerAfter('business', DAY_MS - 1)).toBe(30);
    expect(await formerAfter('premium', 2 * DAY_MS - 1)).toBe(1);
    expect(await botOf(BOT_ID)).toMatchObject({ former_interval_minutes: 1 });
  });

  it('to the current plan keeps the time of the last change of plan', async () => {
    await change({ plan: 'premium' });
    await context().db.setClock(T0 + DAY_MS);
    const same = accepted(await change({ plan: 'premium', name: 'Renamed' }));
    expect(same).toMatchObject({ planChangedAtMs: T0, name: 'Renamed' });
    const entry = { before: { name: 'TestBot' }, after: { name: 'Renamed' } };
    expect((await context().audit()).at(-1)).toMatchObject(entry);
  });

  it('to another owner takes effect at once for both owners', async () => {
    const { ports } = context();
    accepted(await change({ owner: { userId: 'other' } }));
    expect(verdictOf(await listKeys(ports, PRINCIPALS.owner, BOT_ID, 1))).toBe('not_found');
    expect(verdictOf(await listKeys(ports, PRINCIPALS.other, BOT_ID, 1))).toBe('ok');
  });

  it('to another owner revokes the keys only if that is asked', async () => {
    const { ports, db, audit } = context();
    await addKeys(ports.directory, 51);
    const live = () => db.rows('SELECT id FROM api_keys WHERE revoked_at_ms IS NULL');
    const before = (await live()).length;
    accepted(await change({ owner: { userId: 'other' } }));
    accepted(await change({ owner: { userId: 'other' }, revokesKeys: true }));
    expect(await live()).toHaveLength(before);
    accepted(await change({ owner: { userId: 'owner' }, revokesKeys: true }));
    expect(await live()).toHaveLength(before - 52);
    expect((await audit()).filter(({ action }) => action === 'key.revoke')).toHaveLength(52);
  });

  it.each([
    ['unknown owner', { plan: 'business', owner: { email: 'no@example.org' } }, 'not_found'],
    ['invalid name', { plan: 'business', name: '' }, 'invalid'],
    ['nothing new', { plan: 'free', isDisabled: false }, 'ok'],
  ] as const)('with %s changes nothing and adds no audit entry', async (_, fields, verdict) => {
    const before = await botOf(BOT_ID);
    expect(verdictOf(await change(fields))).toBe(verdict);
    expect(await botOf(BOT_ID)).toEqual(before);
    expect(await context().audit()).toEqual([]);
  });
});

it('sendStats validates and counts a report from the dashboard as one over the API', async () => {
  const send = (serverCount: unknown) =>
    sendStats(context().ports, PRINCIPALS.owner, BOT_ID, { serverCount, userCount: 1, shardCount: 1 });
  expect(accepted(await send('many'))).toMatchObject({ kind: 'invalid', issues: [{ path: 'serverCount' }] });
  const served = { outcome: { kind: 'served' }, account: { cycle: { used: 1 } } };
  expect(accepted(await send(3))).toMatchObject(served);
  expect(accepted(await send(4))).toMatchObject({ outcome: { error: 'update_too_soon' } });
  expect(await botOf(BOT_ID)).toMatchObject({ server_count: 3, cycle_used: 1 });
});

describe('sendStats a little early', () => {
  const early = async () => {
    const { ports, bot, db } = context();
    await reportStats(ports, bot, BOT_ID, REPORT);
    await db.setClock(T0 + intervalMs('free') - 700);
    const { holds, waits } = manualHolds();
    const client = new AbortController();
    const hold = () => ({ signal: client.signal, end: () => {} });
    const sent = sendStats({ ...ports, holds }, PRINCIPALS.owner, BOT_ID, { ...REPORT }, hold);
    await expect.poll(() => waits.length, { interval: 1 }).toBe(1);
    await db.setClock(T0 + intervalMs('free'));
    return { sent, client, end: () => waits[0]?.end() };
  };

  it('waits until it is due', async () => {
    const { sent, end } = await early();
    end();
    expect(accepted(await sent)).toMatchObject({
      outcome: { kind: 'served' },
      nowMs: T0 + intervalMs('free'),
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is signed out', () => endOwnSessions(context().ports, PRINCIPALS.owner)],
    ['no longer owns the bot', () => change({ owner: { userId: 'other' } })],
  ])('is refused if the person %s meanwhile', async (_, meanwhile) => {
    const { sent, end } = await early();
    await meanwhile();
    const before = await botOf(BOT_ID);
    end();
    expect(verdictOf(await sent)).toBe('not_found');
    expect(await botOf(BOT_ID)).toEqual(before);
  });

  it('leaves nothing behind if the page is left', async () => {
    const { sent, client } = await early();
    const before = await botOf(BOT_ID);
    client.abort();
    expect(verdictOf(await sent)).toBe('unavailable');
    expect(await botOf(BOT_ID)).toEqual(before);
  });
});
