import { expect, it } from 'vitest';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideRefusal, decideReport } from '@/lib/domain/reports/decide';
import type { Tables } from '@/lib/ports/ports';
import { botLock } from '@/lib/services/write';
import { BOT_ID, intervalMs, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { manyStores, readsBy } from '@/tests/support/data/many-stores';

const REPORTS =
  'SELECT bot_id, at_ms, number, server_count, user_count, shard_count FROM reports ORDER BY bot_id, number';
const USED = 'SELECT id, cycle_used, reports_total FROM bots ORDER BY id';

onEachDatabase('a metered call', () => {
  it.each([
    [BOT_ID, REPORT],
    ['18446744073709551615', { serverCount: 10_000_000, userCount: 10_000_000_000, shardCount: 100_000 }],
  ])('of bot %s with %o is stored, counted and in the history when it resolves', async (id, report) => {
    const { keyHash } = await register(directory, { id });
    const called = await send(store, { keyHash }, report);
    const [reports, bots] = [await db.rows(REPORTS), await db.rows(USED)];
    expect(called).toMatchObject({ outcome: { kind: 'served' }, nowMs: T0 });
    const { serverCount, userCount, shardCount } = report;
    const counts = { server_count: serverCount, user_count: userCount, shard_count: shardCount };
    expect(reports).toEqual([{ bot_id: id, at_ms: T0, number: 1, ...counts }]);
    expect(bots).toEqual([{ id, cycle_used: 1, reports_total: 1 }]);
    expect((await store.find({ keyHash }))?.account.lastReport).toEqual({ ...report, atMs: T0 });
  });

  it('that is refused stores no report and changes neither quota nor interval', async () => {
    const { keyHash } = await register(directory);
    await send(store, { keyHash });
    const before = (await store.find({ keyHash }))?.account;
    await send(store, { keyHash });
    await store.call({ keyHash }, (account, nowMs) =>
      decideReport(account, OTHER_BOT_ID, REPORT, nowMs, FORM),
    );
    await store.call({ keyHash }, (account, nowMs) => decideRefusal(account, 'invalid_json', nowMs));
    const after = (await store.find({ keyHash }))?.account;
    expect(after).toEqual({ ...before, days: [expect.objectContaining({ calls: 1, rejected: 3 })] });
    expect(await db.rows(REPORTS)).toHaveLength(1);
  });

  it('without a bot or live key returns null and decides nothing', async () => {
    const { keyHash } = await register(directory);
    let decided = 0;
    const decide = () => {
      decided++;
      throw new Error('Nothing must be decided.');
    };
    expect(await store.call({ keyHash: 'f'.repeat(64) }, decide)).toBeNull();
    expect(await store.call({ botId: OTHER_BOT_ID }, decide)).toBeNull();
    expect(await store.find({ botId: OTHER_BOT_ID })).toBeNull();
    await directory.write([], ({ bots }) => bots.delete(BOT_ID));
    expect(await store.call({ keyHash }, decide)).toBeNull();
    expect(decided).toBe(0);
  });

  it('keeps both of two reports in one millisecond after a clock step', async () => {
    const { keyHash } = await register(directory, { registeredAtMs: T0 - 2 * CYCLE_MS });
    const interval = intervalMs('free');
    await send(store, { keyHash });
    // The clock steps back, a call notices it, and time passes until the exact time of the first report.
    await db.setClock(T0 - interval);
    await read(store, { keyHash });
    await db.setClock(T0);
    expect(tally([await send(store, { keyHash }, { ...REPORT, serverCount: 5 })])).toEqual({ served: 1 });
    expect(await db.rows('SELECT at_ms, number, server_count FROM reports ORDER BY number')).toEqual([
      { at_ms: T0, number: 1, server_count: 4 },
      { at_ms: T0, number: 2, server_count: 5 },
    ]);
  });

  it('after a clock step back restores no quota and waits at most one interval', async () => {
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

onEachDatabase('simultaneous calls', () => {
  it('through several instances: one report is accepted, and every call is counted once', async () => {
    const { keyHash, botId } = await register(directory);
    const stores = await manyStores(2);
    const sends = stores.flatMap((on) =>
      Array.from({ length: 16 }, (_, i) => send(on, i % 2 ? { keyHash } : { botId })),
    );
    expect(tally(await Promise.all(sends))).toEqual({ served: 1, update_too_soon: 47 });
    expect(await db.rows(REPORTS)).toHaveLength(1);
    const reads = stores.flatMap((on) => Array.from({ length: 8 }, () => read(on, { keyHash })));
    expect(tally(await Promise.all(reads))).toEqual({ served: 24 });
    expect(await db.rows(USED)).toEqual([{ id: BOT_ID, cycle_used: 25, reports_total: 1 }]);
    const account = (await store.find({ keyHash }))?.account;
    expect(account?.days).toEqual([expect.objectContaining({ calls: 25, rejected: 47 })]);
  });

  it('with 10 calls left, 50 simultaneous reads are all served and exactly 10 counted', async () => {
    const { keyHash } = await register(directory);
    await db.run('UPDATE bots SET cycle_used = 1490');
    const calls = await readsBy(await manyStores(5), 50, keyHash);
    expect(tally(calls)).toEqual({ served: 50 });
    expect(await db.rows(USED)).toEqual([{ id: BOT_ID, cycle_used: 1_500, reports_total: 0 }]);
    const seen = calls.map((call) => call?.account.cycle.used ?? 0).sort((a, b) => a - b);
    expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => 1_491 + i));
    expect(tally([await send(store, { keyHash })])).toEqual({ quota_exceeded: 1 });
  });

  it('each is decided on what the one before left: used counts up without gap or double', async () => {
    const { keyHash } = await register(directory);
    const calls = await readsBy(await manyStores(3), 30, keyHash);
    const used = calls.map((call) => call?.account.cycle.used ?? 0).sort((a, b) => a - b);
    expect(used).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  });

  it('of which one throws in its decision: only that call is rejected, and it changes nothing', async () => {
    const { keyHash } = await register(directory);
    const other = await register(directory, { id: OTHER_BOT_ID });
    const defect = new Error('a bug in a decision');
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

  it('never undo an admin’s changes', async () => {
    const { keyHash } = await register(directory);
    const second = await connectAgain();
    const change = (to: Parameters<Tables['bots']['update']>[1]) =>
      directory.write([botLock(BOT_ID)], ({ bots }, nowMs) => bots.update(BOT_ID, to, nowMs));
    // The changes follow one another: of changes sent at once, which one is last is not said.
    const changeInOrder = async () => {
      for (let i = 0; i < 20; i++) await change({ name: `Name ${i}`, plan: 'business' });
      await change({ isDisabled: true });
    };
    const reads = Array.from({ length: 20 }, () => [
      read(store, { keyHash }),
      read(second.store, { keyHash }),
    ]).flat();
    await Promise.all([...reads, changeInOrder()]);
    const [row] = await db.rows('SELECT name, plan, disabled_at_ms FROM bots');
    expect(row).toMatchObject({ name: 'Name 19', plan: 'business', disabled_at_ms: T0 });
    const account = (await store.find({ keyHash }))?.account;
    const today = account?.days.at(-1);
    // Each call was served before the bot was disabled or refused after it; none is lost.
    expect((today?.calls ?? 0) + (today?.rejected ?? 0)).toBe(40);
    expect(account?.cycle.used).toBe(today?.calls);
    expect(tally([await read(store, { keyHash })])).toEqual({ bot_disabled: 1 });
  });
});
