import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { revokeKey } from '@/lib/services/keys/change';
import { BOT_ID, intervalMs, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { type Registered, register, send } from '@/tests/support/data/fixtures';
import { instanceOn } from '@/tests/support/data/held-instance';

const INTERVAL = intervalMs('business');
const DUE = T0 + INTERVAL;

const botRow = async () => (await db.rows(`SELECT * FROM bots WHERE id = '${BOT_ID}'`))[0];
const countsOf = (row: Awaited<ReturnType<typeof botRow>>) => {
  const [, calls, rejected] = String(row?.day_counts).split(',').at(-1)?.split(':').map(Number) ?? [];
  return { used: row?.cycle_used, calls, rejected, reports: row?.reports_total };
};

onEachDatabase('a report that is a little early', () => {
  /** A bot with a report at T0, and the clock `earlyMs` before the next one is due. */
  const early = async (earlyMs: number, over: Parameters<typeof register>[1] = {}, expiresAtMs?: number) => {
    const bot = await register(ports.directory, { plan: 'business', ...over }, expiresAtMs);
    await send(ports.store, { botId: bot.botId });
    await db.setClock(DUE - earlyMs);
    return bot;
  };

  it.each([
    [2_000, 0],
    [2_000, 1_900],
    [2_000, 3_000],
    [0, 900],
  ])('with REPORT_HOLD_MS=%i, %i ms early: held, refused or accepted', async (maxMs, earlyMs) => {
    const bot = await early(earlyMs);
    const { report, held, waits } = instanceOn(ports, maxMs);
    const before = await botRow();
    const startedAt = performance.now();
    const reported = report(bot);
    if (earlyMs > maxMs) return expect(await reported).toMatchObject({ error: 'update_too_soon' });
    if (earlyMs > 0) {
      await held(1);
      expect(waits[0]?.ms).toBeLessThanOrEqual(earlyMs);
      expect(await botRow()).toEqual(before);
      await db.setClock(DUE);
      waits[0]?.end();
    }
    const { atMs, ...rest } = await reported;
    expect(rest).toEqual({ status: 200, error: null, retryAfter: null });
    // On PostgreSQL a call goes on with the clock of its first read: what has passed since is added.
    expect(atMs).toBeGreaterThanOrEqual(DUE);
    expect(atMs).toBeLessThanOrEqual(DUE + performance.now() - startedAt);
    expect(countsOf(await botRow())).toEqual({ used: 2, calls: 2, rejected: 0, reports: 2 });
  });

  it('is the only one of 24 simultaneous ones that waits and is accepted', async () => {
    const bot = await early(700);
    const { report, held, waits } = instanceOn(ports);
    const all = Array.from({ length: 24 }, () => report(bot));
    const refused: unknown[] = [];
    for (const one of all) void one.then(({ error }) => error && refused.push(error));
    await held(1);
    await expect.poll(() => refused.length).toBe(23);
    await db.setClock(DUE);
    waits[0]?.end();
    expect((await Promise.all(all)).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(countsOf(await botRow())).toEqual({ used: 2, calls: 2, rejected: 23, reports: 2 });
  });

  const change = (to: Parameters<typeof changeBot>[3]) => changeBot(ports, OPERATOR, BOT_ID, to);
  it.each<[string, (bot: Registered) => Promise<unknown>, rejected: number, string | null]>([
    ['nothing', async () => {}, 0, null],
    ['its key is revoked', (bot) => revokeKey(ports, OPERATOR, bot.keyId), 0, 'invalid_key'],
    ['its key expires', () => db.run(`UPDATE api_keys SET expires_at_ms = ${DUE}`), 0, 'invalid_key'],
    ['the bot is disabled', () => change({ isDisabled: true }), 1, 'bot_disabled'],
    ['the plan gets a longer interval', () => change({ plan: 'premium' }), 1, 'update_too_soon'],
    ['the plan stays', () => change({ plan: 'business' }), 0, null],
    ['the quota is used up', () => db.run('UPDATE bots SET cycle_used = 100000'), 1, 'quota_exceeded'],
    ['the clock steps back', () => db.setClock(DUE - 1_000), 1, 'update_too_soon'],
    ['the clock steps forward', () => db.setClock(DUE + 3_600_000), 0, null],
  ])('while it waits, %s: it is decided anew', async (_, meanwhile, rejected, error) => {
    const bot = await early(1_500);
    const { report, held, waits, noted } = instanceOn(ports);
    const reported = report(bot);
    await held(1);
    await db.setClock(DUE);
    await meanwhile(bot);
    waits[0]?.end();
    expect((await reported).error).toBe(error);
    expect(countsOf(await botRow())).toMatchObject({ rejected, reports: error === null ? 2 : 1 });
    expect(noted).toHaveLength(error === null ? 0 : 1);
  });

  it('waits again while it is at most 50 ms early at the end, and not for ever', async () => {
    const bot = await early(1_000);
    const { report, held, waits } = instanceOn(ports);
    const reported = report(bot);
    for (const [i, leftMs] of [50, 20, 1].entries()) {
      await held(i + 1);
      await db.setClock(DUE - leftMs);
      waits[i]?.end();
    }
    await held(4);
    expect(waits.slice(1).map(({ ms }) => ms)).toEqual([50, 20, 1]);
    for (let i = 3; i < 20; i++) {
      await held(i + 1);
      waits[i]?.end();
    }
    expect(await reported).toMatchObject({ error: 'update_too_soon' });
  });

  it('leaves nothing behind if its client hangs up, before or while it waits', async () => {
    const bot = await early(1_000);
    const { report, held, noted, holds } = instanceOn(ports);
    const before = await botRow();
    expect(await report(bot, AbortSignal.abort())).toMatchObject({ error: 'update_too_soon' });
    const client = new AbortController();
    const reported = report(bot, client.signal);
    await held(2);
    client.abort();
    expect(await reported).toMatchObject({ error: 'update_too_soon' });
    expect([await botRow(), noted, holds.count()]).toEqual([before, [], 0]);
  });

  it('is accepted by one of two instances', async () => {
    const bot = await early(800);
    const both = [instanceOn(ports), instanceOn(await connectAgain())];
    const all = both.map(({ report }) => report(bot));
    for (const { held } of both) await held(1);
    await db.setClock(DUE);
    for (const { waits } of both) waits[0]?.end();
    expect((await Promise.all(all)).map(({ error }) => error).sort()).toEqual([null, 'update_too_soon']);
    expect(countsOf(await botRow())).toEqual({ used: 2, calls: 2, rejected: 1, reports: 2 });
  });
});
