import { expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/cycle';
import { decideRefusal, decideReport } from '@/lib/domain/decide';
import { MINUTE_MS } from '@/lib/domain/plan';
import { botLock } from '@/lib/services/locks';
import { BOT_ID, intervalMs, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { onEachDatabase } from '@/tests/support/data/each-database';
import { read, register, send, tally } from '@/tests/support/data/fixtures';

const REPORTS =
  'SELECT bot_id, at_ms, number, server_count, user_count, shard_count FROM reports ORDER BY bot_id, number';
const USED = 'SELECT id, cycle_used, reports_total FROM bots ORDER BY id';

onEachDatabase('a metered call', (context) => {
  it('that is accepted is durable, counted and in the history before it resolves', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const seenOnResolution = send(store, { keyHash }).then(async (called) => ({
      called,
      reports: await db.rows(REPORTS),
      bots: await db.rows(USED),
    }));
    const { called, reports, bots } = await seenOnResolution;
    expect(called?.outcome).toEqual({ kind: 'served' });
    expect(called?.nowMs).toBe(T0);
    expect(reports).toEqual([
      { bot_id: BOT_ID, at_ms: T0, number: 1, server_count: 4, user_count: 273, shard_count: 1 },
    ]);
    expect(bots).toEqual([{ id: BOT_ID, cycle_used: 1, reports_total: 1 }]);
  });

  it('keeps every bound of a report without loss', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, { id: '18446744073709551615' });
    const greatest = { serverCount: 10_000_000, userCount: 10_000_000_000, shardCount: 100_000 };
    await send(store, { keyHash }, greatest);
    expect(await db.rows(REPORTS)).toEqual([
      {
        bot_id: '18446744073709551615',
        at_ms: T0,
        number: 1,
        server_count: 10_000_000,
        user_count: 10_000_000_000,
        shard_count: 100_000,
      },
    ]);
    expect((await store.find({ keyHash }))?.account.lastReport).toEqual({ ...greatest, atMs: T0 });
  });

  it('gives back the account as it is stored, which the next one starts from', async () => {
    const { store, directory } = context();
    const { keyHash, botId } = await register(directory, { plan: 'premium' });
    const sent = await send(store, { keyHash });
    expect((await store.find({ keyHash }))?.account).toEqual(sent?.account);
    const refused = await send(store, { botId });
    expect(refused?.outcome).toEqual({ kind: 'refused', error: 'update_too_soon' });
    expect((await store.find({ botId }))?.account).toEqual(refused?.account);
    expect(refused?.account.days).toEqual([expect.objectContaining({ calls: 1, rejected: 1 })]);
  });

  it('that is refused stores no report and moves neither quota nor interval', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    await send(store, { keyHash });
    const before = (await store.find({ keyHash }))?.account;
    await send(store, { keyHash });
    await store.call({ keyHash }, (account, nowMs) => decideReport(account, OTHER_BOT_ID, REPORT, nowMs));
    await store.call({ keyHash }, (account, nowMs) => decideRefusal(account, 'invalid_json', nowMs));
    const after = (await store.find({ keyHash }))?.account;
    expect(after).toEqual({ ...before, days: [expect.objectContaining({ calls: 1, rejected: 3 })] });
    expect(await db.rows(REPORTS)).toHaveLength(1);
  });

  it('changes the bot of its key and no other', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    await send(store, { keyHash });
    await read(store, { keyHash });
    expect(await db.rows(USED)).toEqual([
      { id: BOT_ID, cycle_used: 2, reports_total: 1 },
      { id: OTHER_BOT_ID, cycle_used: 0, reports_total: 0 },
    ]);
  });

  it('enters the next cycle at its first moment', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    await db.run('UPDATE bots SET cycle_used = 1500');
    await db.setClock(T0 + CYCLE_MS - 1);
    expect(tally([await send(store, { keyHash })])).toEqual({ quota_exceeded: 1 });
    await db.setClock(T0 + CYCLE_MS);
    const called = await send(store, { keyHash });
    expect(called?.outcome).toEqual({ kind: 'served' });
    expect(called?.account.cycle).toEqual({ index: 1, used: 1 });
    expect(called?.account.leftCycles).toEqual([{ index: 0, used: 1_500 }]);
  });

  it('of no bot comes to null and calls nothing', async () => {
    const { store, directory } = context();
    const { keyHash } = await register(directory);
    let decided = 0;
    const decide = () => {
      decided++;
      throw new Error('There is nothing to decide.');
    };
    expect(await store.call({ keyHash: 'f'.repeat(64) }, decide)).toBeNull();
    expect(await store.call({ botId: OTHER_BOT_ID }, decide)).toBeNull();
    expect(await store.find({ botId: OTHER_BOT_ID })).toBeNull();
    await directory.write([], ({ bots }) => bots.delete(BOT_ID));
    expect(await store.call({ keyHash }, decide)).toBeNull();
    expect(decided).toBe(0);
  });

  it('two reports in one millisecond after a clock step are both kept', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, { registeredAtMs: T0 - 2 * CYCLE_MS });
    const interval = intervalMs('free');
    await send(store, { keyHash });
    // The clock steps back, a call notices it, and time passes until the exact time of the first report.
    await db.setClock(T0 - interval);
    await read(store, { keyHash });
    await db.setClock(T0);
    expect((await send(store, { keyHash }, { ...REPORT, serverCount: 5 }))?.outcome).toEqual({
      kind: 'served',
    });
    expect(await db.rows('SELECT at_ms, number, server_count FROM reports ORDER BY number')).toEqual([
      { at_ms: T0, number: 1, server_count: 4 },
      { at_ms: T0, number: 2, server_count: 5 },
    ]);
  });

  it('a clock step back gives no quota back and makes no wait longer than an interval from then on', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    await db.run('UPDATE bots SET cycle_used = 1490');
    await db.setClock(T0 + 10 * CYCLE_MS);
    await db.run(`UPDATE bots SET cycle_index = 10`);
    await send(store, { keyHash });
    await db.setClock(T0);
    expect((await read(store, { keyHash }))?.account.cycle).toEqual({ index: 0, used: 1_492 });
    await db.setClock(T0 + intervalMs('free') - 1);
    expect(tally([await send(store, { keyHash })])).toEqual({ update_too_soon: 1 });
    await db.setClock(T0 + intervalMs('free'));
    expect(tally([await send(store, { keyHash })])).toEqual({ served: 1 });
    await db.setClock(T0 + 10 * CYCLE_MS);
    expect((await read(store, { keyHash }))?.account.cycle).toEqual({ index: 10, used: 1_492 });
  });
});

onEachDatabase('calls at once', (context) => {
  it('of many simultaneous reports of one bot exactly one is accepted', async () => {
    const { db, store, directory } = context();
    const { keyHash, botId } = await register(directory);
    const calls = await Promise.all(
      Array.from({ length: 40 }, (_, i) => send(store, i % 2 ? { keyHash } : { botId })),
    );
    expect(tally(calls)).toEqual({ served: 1, update_too_soon: 39 });
    expect(await db.rows(REPORTS)).toHaveLength(1);
    const after = await store.find({ botId });
    expect(after?.account.days).toEqual([expect.objectContaining({ calls: 1, rejected: 39 })]);
  });

  it('from several programs too: one report accepted, every call counted once', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const second = await db.connect();
    const third = await db.connect();
    const stores = [store, second.store, third.store];
    const calls = await Promise.all(
      stores.flatMap((s) => Array.from({ length: 8 }, () => send(s, { keyHash }))),
    );
    expect(tally(calls)).toEqual({ served: 1, update_too_soon: 23 });
    const reads = await Promise.all(
      stores.flatMap((s) => Array.from({ length: 8 }, () => read(s, { keyHash }))),
    );
    expect(tally(reads)).toEqual({ served: 24 });
    expect(await db.rows(USED)).toEqual([{ id: BOT_ID, cycle_used: 25, reports_total: 1 }]);
    expect((await store.find({ keyHash }))?.account.days).toEqual([
      expect.objectContaining({ calls: 25, rejected: 23 }),
    ]);
  });

  it('with 10 calls left, 50 simultaneous reads are all served and exactly 10 counted', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    await db.run('UPDATE bots SET cycle_used = 1490');
    const calls = await Promise.all(Array.from({ length: 50 }, () => read(store, { keyHash })));
    expect(tally(calls)).toEqual({ served: 50 });
    expect(await db.rows(USED)).toEqual([{ id: BOT_ID, cycle_used: 1_500, reports_total: 0 }]);
    const seen = calls.map((call) => call?.account.cycle.used ?? 0).sort((a, b) => a - b);
    expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => 1_491 + i));
    expect(tally([await send(store, { keyHash })])).toEqual({ quota_exceeded: 1 });
  });

  it('each is decided on what the one before left: used counts up without gap or double', async () => {
    const { store, directory } = context();
    const { keyHash } = await register(directory);
    const calls = await Promise.all(Array.from({ length: 60 }, () => read(store, { keyHash })));
    const used = calls.map((call) => call?.account.cycle.used ?? 0).sort((a, b) => a - b);
    expect(used).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });

  it('of many bots are all stored, each for its own', async () => {
    const { db, store, directory } = context();
    const bots = [];
    for (let i = 0; i < 20; i++) bots.push(await register(directory, { id: String(10n ** 17n + BigInt(i)) }));
    const calls = await Promise.all(
      bots.map(({ keyHash }, i) => send(store, { keyHash }, { ...REPORT, serverCount: i })),
    );
    expect(tally(calls)).toEqual({ served: 20 });
    const rows = await db.rows(REPORTS);
    expect(rows.map((row) => [row.bot_id, row.server_count])).toEqual(bots.map(({ botId }, i) => [botId, i]));
  });

  it('a defect in one call’s decision rejects that call alone, and it changes nothing', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const other = await register(directory, { id: OTHER_BOT_ID });
    const defect = new Error('a defect of ours');
    const calls = await Promise.allSettled([
      read(store, { keyHash }),
      store.call({ keyHash }, () => {
        throw defect;
      }),
      read(store, { keyHash }),
      send(store, { keyHash: other.keyHash }),
    ]);
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(calls[1]).toMatchObject({ reason: defect });
    expect(await db.rows(USED)).toEqual([
      { id: BOT_ID, cycle_used: 2, reports_total: 0 },
      { id: OTHER_BOT_ID, cycle_used: 1, reports_total: 1 },
    ]);
  });

  it('what an admin changes meanwhile is never undone', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const second = await db.connect();
    const calls: Promise<unknown>[] = [];
    const changes: Promise<unknown>[] = [];
    for (let i = 0; i < 20; i++) {
      calls.push(read(store, { keyHash }), read(second.store, { keyHash }));
      changes.push(
        directory.write([botLock(BOT_ID)], ({ bots }, nowMs) =>
          bots.update(BOT_ID, { name: `Name ${i}`, plan: 'business' }, nowMs),
        ),
      );
    }
    changes.push(
      directory.write([botLock(BOT_ID)], ({ bots }, nowMs) =>
        bots.update(BOT_ID, { isDisabled: true }, nowMs),
      ),
    );
    await Promise.all([...calls, ...changes]);
    const [row] = await db.rows('SELECT name, plan, disabled_at_ms, cycle_used, day_counts FROM bots');
    expect(row).toMatchObject({ name: 'Name 19', plan: 'business', disabled_at_ms: T0 });
    const account = (await store.find({ keyHash }))?.account;
    const today = account?.days.at(-1);
    // Each call was either served before the bot was disabled, or refused after it: none is lost.
    expect((today?.calls ?? 0) + (today?.rejected ?? 0)).toBe(40);
    expect(account?.cycle.used).toBe(today?.calls);
    expect(tally([await read(store, { keyHash })])).toEqual({ bot_disabled: 1 });
  });

  it('a plan that changes counts from the next call on, and the count is kept', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, { plan: 'business' });
    await send(store, { keyHash });
    await db.setClock(T0 + MINUTE_MS);
    await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { plan: 'free' }, nowMs));
    expect(tally([await send(store, { keyHash })])).toEqual({ update_too_soon: 1 });
    await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { plan: 'business' }, nowMs));
    const called = await send(store, { keyHash });
    expect(called?.outcome).toEqual({ kind: 'served' });
    expect(called?.account.cycle.used).toBe(2);
  });
});
