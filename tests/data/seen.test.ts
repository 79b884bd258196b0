import { expect, it } from 'vitest';
import { decideReport } from '@/lib/domain/decide';
import type { AccountRef, Snapshot, Store } from '@/lib/ports/store';
import { BOT_ID, intervalMs, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { onEachDatabase } from '@/tests/support/data/each-database';
import { read, register, send, tally } from '@/tests/support/data/fixtures';

/** A report with a slow body: its bot was read (`seen`) before the body arrived. */
const sendAfter = (store: Store, subject: AccountRef, seen: Snapshot | null) =>
  store.call(
    subject,
    (account, nowMs) => decideReport(account, account.botId, REPORT, nowMs),
    seen ?? undefined,
  );

onEachDatabase(
  'a call is decided on the bot as it stands, not as it was seen when the call began, after',
  (context) => {
    it('a report through the same program', async () => {
      const { db, store, directory } = context();
      const { keyHash, botId } = await register(directory);
      const seen = await store.find({ keyHash });
      await send(store, { botId });
      expect(tally([await sendAfter(store, { keyHash }, seen)])).toEqual({ update_too_soon: 1 });
      expect(await db.rows('SELECT reports_total FROM bots')).toEqual([{ reports_total: 1 }]);
    });

    it('a report of the same turn', async () => {
      const { store, directory } = context();
      const { keyHash } = await register(directory);
      const seen = await Promise.all(Array.from({ length: 20 }, () => store.find({ keyHash })));
      const calls = await Promise.all(seen.map((one) => sendAfter(store, { keyHash }, one)));
      expect(tally(calls)).toEqual({ served: 1, update_too_soon: 19 });
      expect((await store.find({ keyHash }))?.account.days).toEqual([
        expect.objectContaining({ calls: 1, rejected: 19 }),
      ]);
    });

    it('a read through another program', async () => {
      const { db, store, directory } = context();
      const { keyHash } = await register(directory);
      const second = await db.connect();
      const seen = await store.find({ keyHash });
      await read(second.store, { keyHash });
      expect((await sendAfter(store, { keyHash }, seen))?.account.cycle.used).toBe(2);
    });

    it('an admin’s change', async () => {
      const { store, directory } = context();
      const { keyHash } = await register(directory);
      const seen = await store.find({ keyHash });
      await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { isDisabled: true }, nowMs));
      expect(tally([await sendAfter(store, { keyHash }, seen)])).toEqual({ bot_disabled: 1 });
    });

    it('the interval has gone by', async () => {
      const { db, store, directory } = context();
      const { keyHash } = await register(directory);
      await send(store, { keyHash });
      await db.setClock(T0 + intervalMs('free'));
      const seen = await store.find({ keyHash });
      const called = await sendAfter(store, { keyHash }, seen);
      expect(called?.account.lastReport?.atMs).toBeGreaterThanOrEqual(T0 + intervalMs('free'));
      expect(called?.outcome).toEqual({ kind: 'served' });
    });

    it('nothing at all, with calls of another bot between', async () => {
      const { db, store, directory } = context();
      const { keyHash } = await register(directory);
      const other = await register(directory, { id: OTHER_BOT_ID });
      const seen = await store.find({ keyHash });
      await send(store, { keyHash: other.keyHash });
      expect(tally([await sendAfter(store, { keyHash }, seen)])).toEqual({ served: 1 });
      expect(await db.rows('SELECT id, cycle_used, reports_total FROM bots ORDER BY id')).toEqual([
        { id: BOT_ID, cycle_used: 1, reports_total: 1 },
        { id: OTHER_BOT_ID, cycle_used: 1, reports_total: 1 },
      ]);
    });
  },
);
