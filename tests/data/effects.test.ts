import { expect, it } from 'vitest';
import { type Account, NO_ALERTS } from '@/lib/domain/bots/account';
import type { Effect } from '@/lib/domain/reports/effect';
import { BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

const reportAt = (number: number): Effect => ({ kind: 'report', ...REPORT, atMs: T0 + number, number });
/** The same effect for a later call. */
const again = (effect: Effect): Effect =>
  effect.kind === 'report' ? { ...effect, atMs: effect.atMs + 9, number: effect.number + 9 } : effect;
const EVENT_DATA = { botId: BOT_ID, botName: 'Te"st\\Bot' };
const eventOf = (period: string): Effect => ({
  kind: 'event',
  event: { type: 'bot.enabled', period, atMs: T0, dueAtMs: T0 + 1, data: EVENT_DATA },
});

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

  it.each([
    ['alone', [], []],
    ['with reports', [reportAt(1), reportAt(2)], [1, 2]],
  ])(
    'of an event %s are written with the account, one for each type and period',
    async (_, others, reports) => {
      await register(directory);
      const events = ['0:free', '0:free', '1:free'].map(eventOf);
      await call([...others, ...events], 5);
      await call([...others.map(again), eventOf('1:free')], 6);
      const rows = await db.rows(
        'SELECT bot_id, type, at_ms, due_at_ms, routed_at_ms, data_json FROM events',
      );
      const row = { bot_id: BOT_ID, type: 'bot.enabled', at_ms: T0, due_at_ms: T0 + 1, routed_at_ms: null };
      expect(rows).toEqual(Array(2).fill({ ...row, data_json: JSON.stringify(EVENT_DATA) }));
      expect([await used(), ...(await numbers()).slice(0, reports.length)]).toEqual([6, ...reports]);
    },
  );

  it.each(['{', '[]', '7', '{"drop":{"before":"x"},"exhaustedPeriod":7,"silentSinceMs":null}'])(
    'are decided without alerts if the alert state is damaged: %s',
    async (text) => {
      await register(directory);
      await db.run(`UPDATE bots SET alert_state = '${text}'`);
      expect((await store.find({ botId: BOT_ID }))?.account.alerts).toEqual(NO_ALERTS);
    },
  );

  it('include the alerts of the account, which are read again as they were written', async () => {
    await register(directory);
    const alerts = {
      exhaustedPeriod: '0:free',
      drop: { before: 9, atMs: 1 },
      silentSinceMs: 2,
      beforePause: null,
      recoveredAtMs: 3,
    };
    await store.call({ botId: BOT_ID }, (account) => ({
      account: { ...account, alerts },
      effects: [],
      outcome: null,
    }));
    expect((await store.find({ botId: BOT_ID }))?.account.alerts).toEqual(alerts);
  });

  it('of an attempt that is made again are not written', async () => {
    await register(directory);
    const second = await connectAgain();
    let attempts = 0;
    const calls = [store, second.store].flatMap((on) =>
      Array.from({ length: 20 }, () =>
        on.call({ botId: BOT_ID }, (account) => ({
          account: { ...account, cycle: { ...account.cycle, used: account.cycle.used + 1 } },
          effects: [eventOf(String(++attempts))],
          outcome: null,
        })),
      ),
    );
    await Promise.all(calls);
    expect([await used(), (await db.rows('SELECT id FROM events')).length]).toEqual([40, 40]);
  });

  it('are passed to the jobs of the process if they are events, as soon as they are stored', async () => {
    await register(directory);
    const seen: number[] = [];
    const own = await db.connect(() => seen.push(seen.length));
    const write = (effects: readonly Effect[]) =>
      own.store.call({ botId: BOT_ID }, (account) => ({ account, effects, outcome: null }));
    const insert = (period: string, fails = false) =>
      own.directory.write([], async ({ events }, atMs) => {
        await events.insert([{ type: 'bot.enabled', period, atMs, dueAtMs: atMs, data: EVENT_DATA }]);
        if (fails) throw new Error('rolled back');
      });
    await write([reportAt(1)]);
    await own.directory.write([], async ({ bots }) => bots.findById(BOT_ID));
    await expect(insert('never', true)).rejects.toThrow();
    expect(seen).toHaveLength(0);
    await write([reportAt(2), eventOf('1')]);
    expect(seen).toHaveLength(1);
    await insert('2');
    expect(seen).toHaveLength(2);
  });
});
