import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rollForward } from '@/lib/domain/bots/account';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import type { AccountRef, Ports, Store } from '@/lib/ports/ports';
import { deleteBot } from '@/lib/services/bots/delete';
import { finishRemovals } from '@/lib/services/removals/finish';
import { BOT_ID, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { type Registered, read, register, send, tally } from '@/tests/support/data/fixtures';

/** No call is decided on an outdated row, whatever the store knows from earlier calls. */

type Change = (ports: Ports, bot: Registered) => Promise<unknown>;
const writing =
  (
    work: (tables: Parameters<Parameters<Ports['directory']['write']>[1]>[0], bot: Registered) => unknown,
  ): Change =>
  ({ directory }, bot) =>
    directory.write([], async (tables) => void (await work(tables, bot)));

const CHANGES: Record<string, { change: Change; next: object }> = {
  'its key is revoked': {
    change: writing(({ keys }, { keyId }) => keys.setLife(keyId, { expiresAtMs: null, revokedAtMs: T0 })),
    next: { nobody: 1 },
  },
  'its key expires': {
    change: writing(({ keys }, { keyId }) => keys.setLife(keyId, { expiresAtMs: T0, revokedAtMs: null })),
    next: { nobody: 1 },
  },
  'the bot is disabled': {
    change: writing(({ bots }, { botId }) => bots.update(botId, { isDisabled: true }, T0)),
    next: { bot_disabled: 1 },
  },
  'the bot gets another plan': {
    change: writing(({ bots }, { botId }) =>
      bots.update(botId, { plan: 'business', planChangedAtMs: T0 }, T0),
    ),
    next: { served: 1 },
  },
  'the bot is deleted': { change: writing(({ bots }, { botId }) => bots.delete(botId)), next: { nobody: 1 } },
  'the bot is deleted and created again': {
    change: async (ports, bot) => {
      await deleteBot(ports, OPERATOR, bot.botId);
      await finishRemovals(ports);
      await register(ports.directory);
    },
    next: { nobody: 1 },
  },
};

onEachDatabase('the call after a change', () => {
  const changes = Object.entries(CHANGES).flatMap(([name, of]) =>
    ['this', 'another'].map((where) => [name, where, of] as const),
  );
  it.each(changes)('is decided on it: %s, through %s instance', async (name, where, { change, next }) => {
    const own = await connectAgain();
    const bot = await register(own.directory);
    const key = { keyHash: bot.keyHash };
    await send(own.store, key);
    await db.setClock(T0 + 2 * 60_000);
    await change(where === 'this' ? own : await connectAgain(), bot);
    const sent = await send(own.store, key);
    if (name.includes('plan')) expect(sent?.account.plan).toBe('business');
    expect(tally([sent])).toEqual(next);
    expect((await own.store.find(key)) === null).toBe('nobody' in next);
  });

  it('finds nothing of a transaction that was rolled back: what it counted and stored is not known', async () => {
    const { keyHash } = await register(directory);
    expect((await read(store, { keyHash }))?.account.cycle.used).toBe(1);
    const group = [send(store, { keyHash }), failing(store, { keyHash })];
    expect((await Promise.allSettled(group)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const called = await read(store, { keyHash });
    const stored = await db.rows('SELECT cycle_used, reports_total FROM bots');
    expect([called?.account.cycle.used, called?.account.reportsTotal, stored]).toEqual([
      3,
      1,
      [{ cycle_used: 3, reports_total: 1 }],
    ]);
  });
});

/** A call that changes the account and then fails: it stores the same report twice. */
const failing = (on: Store, ref: AccountRef) =>
  on.call(ref, (account, nowMs) => ({
    account: { ...account, cycle: { ...account.cycle, used: account.cycle.used + 5 } },
    effects: [1, 1].map((number) => ({ kind: 'report', ...REPORT, atMs: nowMs, number }) as const),
    outcome: null,
  }));
const byKey = ({ keyHash }: Registered) => ({ keyHash });

type Step = readonly [how: keyof typeof STEPS, botId: string];
const STEPS = {
  read: (ports: Ports, bot: Registered) => read(ports.store, byKey(bot)),
  report: (ports: Ports, bot: Registered) => send(ports.store, { botId: bot.botId }),
  'many at once': (ports: Ports, bot: Registered) =>
    Promise.all([read(ports.store, bot), send(ports.store, byKey(bot)), send(ports.store, bot)]),
  'a call that fails': (ports: Ports, bot: Registered) =>
    Promise.allSettled([read(ports.store, bot), failing(ports.store, byKey(bot))]),
  disable: writing(({ bots }, { botId }) => bots.update(botId, { isDisabled: true }, T0)),
  enable: writing(({ bots }, { botId }) => bots.update(botId, { isDisabled: false }, T0)),
  plan: writing(({ bots }, { botId }) => bots.update(botId, { plan: 'premium', planChangedAtMs: T0 }, T0)),
  'something else': writing(({ facts }) => facts.put('backup', {}, T0)),
  'changes beside calls': (ports: Ports, bot: Registered) =>
    Promise.all([
      ports.store.find(byKey(bot)),
      STEPS.plan(ports, bot),
      ports.store.find(byKey(bot)),
      STEPS['something else'](ports, bot),
      read(ports.store, bot),
      STEPS.disable(ports, bot),
      ports.store.find(byKey(bot)),
    ]),
};

const anyStep = fc.record({
  step: fc.tuple(
    fc.constantFrom(...(Object.keys(STEPS) as Step[0][])),
    fc.constantFrom(BOT_ID, OTHER_BOT_ID),
  ) as fc.Arbitrary<Step>,
  isOther: fc.boolean(),
  afterMs: fc.constantFrom(0, 1, HOUR_MS, -HOUR_MS, 9 * DAY_MS),
});

onEachDatabase('after any calls and changes through two instances', () => {
  it('a call finds the account that the database has', async () => {
    let run = 0;
    const [one, other] = [await connectAgain(), await connectAgain()];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        run++;
        let nowMs = T0;
        const bots = new Map<string, Registered>();
        for (const id of [BOT_ID, OTHER_BOT_ID]) {
          const own = String(BigInt(id) + BigInt(10 * run));
          bots.set(id, await register(one.directory, { id: own }));
        }
        for (const { step, isOther, afterMs } of steps) {
          nowMs += afterMs;
          await db.setClock(nowMs);
          const bot = bots.get(step[1]);
          if (bot === undefined) throw new Error('There is no such bot.');
          await STEPS[step[0]](isOther ? other : one, bot);
          const fresh = await connectAgain();
          const found = await one.store.call(byKey(bot), (account, atMs) => ({
            account,
            effects: [],
            outcome: rollForward(account, atMs),
          }));
          const stored = await fresh.store.find(byKey(bot));
          await fresh.close();
          expect(found?.outcome).toEqual(stored?.account);
        }
      }),
      { numRuns: 25 },
    );
  });
});
