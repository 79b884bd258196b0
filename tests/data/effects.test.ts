import { expect, it } from 'vitest';
import type { Account } from '@/lib/domain/account';
import type { Effect } from '@/lib/domain/effect';
import { BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { onEachDatabase } from '@/tests/support/data/each-database';
import { register, send } from '@/tests/support/data/fixtures';

const reportAt = (number: number): Effect => ({ kind: 'report', ...REPORT, atMs: T0 + number, number });
const used = (account: Account, count: number): Account => ({
  ...account,
  cycle: { ...account.cycle, used: count },
});

onEachDatabase('the effects of a decision', (context) => {
  const stored = async () => {
    const { db } = context();
    const [bot] = await db.rows(`SELECT cycle_used FROM bots WHERE id = '${BOT_ID}'`);
    const reports = await db.rows('SELECT number FROM reports ORDER BY number');
    return [bot?.cycle_used, ...reports.map(({ number }) => number)];
  };

  it('are all written, with the account', async () => {
    const { keyHash } = await register(context().directory);
    const effects = [reportAt(1), reportAt(2), reportAt(3)];
    await context().store.call({ keyHash }, (account) => ({
      account: used(account, 5),
      effects,
      outcome: null,
    }));
    expect(await stored()).toEqual([5, 1, 2, 3]);
  });

  it('are written when the account stays as it is', async () => {
    const { keyHash } = await register(context().directory);
    await context().store.call({ keyHash }, (account) => ({
      account,
      effects: [reportAt(1)],
      outcome: null,
    }));
    expect(await stored()).toEqual([0, 1]);
  });

  it('are nothing when one of them cannot be written, and the account stays as it was', async () => {
    const { keyHash } = await register(context().directory);
    const call = context().store.call({ keyHash }, (account) => ({
      account: used(account, 5),
      effects: [reportAt(1), reportAt(1)],
      outcome: null,
    }));
    await expect(call).rejects.toThrow();
    expect(await stored()).toEqual([0]);
  });

  it('prune at most four reports, the oldest before a moment', async () => {
    const { store, directory } = context();
    const { keyHash } = await register(directory);
    const effects = [1, 2, 3, 4, 5, 6].map(reportAt);
    await store.call({ keyHash }, (account) => ({ account, effects, outcome: null }));
    const prune = (byMs: number): Effect => ({ kind: 'prune', beforeMs: T0 + byMs });
    await store.call({ keyHash }, (account) => ({ account, effects: [prune(3)], outcome: null }));
    expect((await stored()).slice(1)).toEqual([3, 4, 5, 6]);
    await store.call({ keyHash }, (account) => ({ account, effects: [prune(100)], outcome: null }));
    expect((await stored()).slice(1)).toEqual([]);
  });

  it('of simultaneous calls are each written once', async () => {
    const { store, directory } = context();
    const { keyHash } = await register(directory);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.call({ keyHash }, (account) => ({
          account: { ...account, reportsTotal: account.reportsTotal + 1 },
          effects: [reportAt(account.reportsTotal + 1)],
          outcome: null,
        })),
      ),
    );
    expect((await stored()).slice(1)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    await send(store, { keyHash });
    expect((await stored()).slice(1)).toHaveLength(21);
  });
});
