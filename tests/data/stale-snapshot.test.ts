import { beforeEach, expect, it } from 'vitest';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideReport } from '@/lib/domain/reports/decide';
import type { Snapshot } from '@/lib/ports/ports';
import { BOT_ID, REPORT } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { read, register, send, tally } from '@/tests/support/data/fixtures';

onEachDatabase(
  'a report whose bot was read before its body arrived is decided on the current state after',
  () => {
    let key: { readonly keyHash: string };
    beforeEach(async () => {
      key = await register(directory);
    });
    const snapshot = () => store.find(key);
    const sendWith = (seen: Snapshot | null) => {
      const decide = (account: Snapshot['account'], nowMs: number) =>
        decideReport(account, account.botId, REPORT, nowMs, FORM);
      return store.call(key, decide, seen ?? undefined);
    };

    it('a report through the same instance', async () => {
      const seen = await snapshot();
      await send(store, { botId: BOT_ID });
      expect(tally([await sendWith(seen)])).toEqual({ update_too_soon: 1 });
      expect(await db.rows('SELECT reports_total FROM bots')).toEqual([{ reports_total: 1 }]);
    });

    it('a report in the same turn of the event loop', async () => {
      const seen = await Promise.all(Array.from({ length: 20 }, snapshot));
      const calls = await Promise.all(seen.map(sendWith));
      expect(tally(calls)).toEqual({ served: 1, update_too_soon: 19 });
      const days = (await snapshot())?.account.days;
      expect(days).toEqual([expect.objectContaining({ calls: 1, rejected: 19 })]);
    });

    it('a read through another instance', async () => {
      const second = await connectAgain();
      const seen = await snapshot();
      await read(second.store, key);
      expect((await sendWith(seen))?.account.cycle.used).toBe(2);
    });

    it('a change by an admin', async () => {
      const seen = await snapshot();
      await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { isDisabled: true }, nowMs));
      expect(tally([await sendWith(seen)])).toEqual({ bot_disabled: 1 });
    });
  },
);
