import { expect, it } from 'vitest';
import type { Account } from '@/lib/domain/account';
import type { Effect } from '@/lib/domain/effect';
import { BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

const reportAt = (number: number): Effect => ({ kind: 'report', ...REPORT, atMs: T0 + number, number });

onEachDatabase('the effects of a decision', () => {
  /** Decides `effects` with `used` calls in the account; without `used` the account stays the same object. */
  const call = (effects: readonly Effect[], used?: number) =>
    store.call({ botId: BOT_ID }, (account: Account) => ({
      account: used === undefined ? account : { ...account, cycle: { ...account.cycle, used } },
      effects,
      outcome: null,
    }));
  const used = async () =>
    (await db.rows(`SELECT cycle_used FROM bots WHERE id = '${BOT_ID}'`))[0]?.cycle_used;
  const numbers = async () =>
    (await db.rows('SELECT number FROM reports ORDER BY number')).map(({ number }) => number);

  it.each([
    ['are all written with the account', [1, 2, 3], 5, 5],
    ['are written if the account does not change', [1], undefined, 0],
  ])('%s', async (_, reports, newUsed, storedUsed) => {
    await register(directory);
    await call(reports.map(reportAt), newUsed);
    expect([await used(), ...(await numbers())]).toEqual([storedUsed, ...reports]);
  });

  it('are not written, nor the account, if one of them fails', async () => {
    await register(directory);
    await expect(call([reportAt(1), reportAt(1)], 5)).rejects.toThrow();
    expect([await used(), ...(await numbers())]).toEqual([0]);
  });
});
