import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Account } from '@/lib/domain/bots/account';
import { OPERATOR } from '@/lib/domain/people/caller';
import { splitProblem, usageBreakdown } from '@/lib/domain/quota/breakdown';
import { dayOf, daysKept } from '@/lib/domain/quota/days';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import type { CountedOperation } from '@/lib/domain/quota/usage-part';
import { FORM } from '@/lib/domain/quota/usage-part';
import { type Decision, decideRead, decideRefusal, decideUsageRead } from '@/lib/domain/reports/decide';
import type { Snapshot, Store } from '@/lib/ports/ports';
import { readBreakdown } from '@/lib/services/calls/counted-read';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { withCall } from '@/lib/services/usage/parts';
import { OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { addKeys, read, register, send } from '@/tests/support/data/fixtures';

/** What used the quota (contract section 12): the counted calls add up by operation and by key (I11). */

/** The account and all parts of a bot, as they are stored. */
async function storedOf(botId: string) {
  const found = await directory.read(async ({ bots, history }) => ({
    account: await bots.findAccount(botId),
    earlier: await history.usage.parts(botId),
    keys: await history.usage.keys(botId),
  }));
  const { account } = found;
  if (account === null) throw new Error('There is no such bot.');
  return { ...found, account };
}

async function breakdownAt(botId: string, nowMs: number) {
  const { account, earlier, keys } = await storedOf(botId);
  const parts = account.usagePart === null ? earlier : [...earlier, account.usagePart];
  return usageBreakdown(account, parts, keys, nowMs);
}

onEachDatabase('what used the quota', () => {
  it('is read with the call that reads it, also when that is the first one of a day', async () => {
    const { keyHash } = await register(directory);
    const ref = { keyHash };
    for (const nowMs of [T0, T0 + DAY_MS, T0 + DAY_MS]) {
      await db.setClock(nowMs);
      await read(store, ref);
      const snapshot = await store.find(ref);
      if (nowMs === T0) await db.setClock(T0 + DAY_MS);
      const called = await readBreakdown(ports, { ref, snapshot: snapshot as Snapshot });
      if (called?.outcome.kind !== 'served') throw new Error('It was not served.');
      const { parts, keys } = withCall(called.outcome.value, called.account);
      const { cycle, days } = usageBreakdown(called.account, parts, keys, called.nowMs);
      expect(cycle.unsplit + days.reduce((sum, { unsplit }) => sum + unsplit, 0)).toBe(0);
      expect(days.at(-1)?.byOperation).toHaveProperty('breakdown');
    }
  });

  it('counts 64 keys of a day apart and further ones as others, within 2 kB of the row', async () => {
    const { botId, keyHash } = await register(directory, { plan: 'business' });
    await addKeys(directory, 66);
    const hashes = (await db.rows("SELECT hash FROM api_keys WHERE name = 'x' ORDER BY number")).map((row) =>
      String(row.hash),
    );
    const calls = [keyHash, ...hashes].map((hash) => ({ keyHash: hash }));
    for (const ref of calls) await read(store, ref);
    for (const ref of calls) await read(store, ref);
    const [day] = (await breakdownAt(botId, T0)).days;
    expect(day).toMatchObject({ calls: 134, unsplit: 0, byKey: { other: 6 } });
    expect(Object.keys(day?.byKey ?? {})).toHaveLength(65);
    const [row] = await db.rows(`SELECT length(usage_part) AS bytes FROM bots WHERE id = '${botId}'`);
    expect(Number(row?.bytes)).toBeLessThan(2_000);
  });

  it('shows calls of before the upgrade, or before the restore of an older backup, as not split', async () => {
    const { botId, keyHash } = await register(directory);
    await read(store, { keyHash });
    await db.setClock(T0 + DAY_MS);
    await read(store, { keyHash });
    await db.run("UPDATE bots SET usage_part = ''; DELETE FROM usage_parts");
    const upgraded = await connectAgain();
    await read(upgraded.store, { keyHash });
    await db.setClock(T0 + 2 * DAY_MS);
    await read(upgraded.store, { keyHash });
    const found = await breakdownAt(botId, T0 + 2 * DAY_MS);
    expect(found.cycle).toMatchObject({ used: 4, unsplit: 2 });
    expect(found.days).toMatchObject([
      { calls: 1, unsplit: 1, byKey: {} },
      { calls: 2, unsplit: 1, byOperation: { usage: 1 } },
      { calls: 1, unsplit: 0, byOperation: { usage: 1 } },
    ]);
    const { account, earlier } = await storedOf(botId);
    expect(splitProblem(account, earlier)).toBeNull();
  });
});

/** The calls that were counted, by day, operation and key: forgotten with the days of the account. */
class Model {
  calls: { day: number; cycle: number; operation: string; key: string }[] = [];
  note(account: Account, nowMs: number, counted: { operation: string; key: string } | null): void {
    const day = dayOf(nowMs);
    const [first, last] = daysKept(day);
    this.calls = this.calls.filter((call) => first <= call.day && call.day <= last);
    if (counted !== null) this.calls.push({ ...counted, day, cycle: account.cycle.index });
  }
  /** By day: how many calls, by operation and by key. */
  countsOn(day: number) {
    const tally = (what: 'operation' | 'key') => {
      const sums: Record<string, number> = {};
      for (const call of this.calls) {
        if (call.day === day) sums[call[what]] = (sums[call[what]] ?? 0) + 1;
      }
      return sums;
    };
    return { byOperation: tally('operation'), byKey: tally('key') };
  }
}

type Key = { readonly id: string; readonly hash: string };
type Step = (run: Run) => Promise<unknown>;
type Run = {
  readonly botId: string;
  readonly model: Model;
  stores: readonly Store[];
  /** Closes the instances of this run. */
  close: () => Promise<unknown>;
  keys: Key[];
  nowMs: number;
};

/** Two instances, as behind a load balancer. */
async function connectTwice(): Promise<Pick<Run, 'stores' | 'close'>> {
  const both = [await connectAgain(), await connectAgain()];
  return {
    stores: both.map(({ store }) => store),
    close: () => Promise.all(both.map((one) => one.close())),
  };
}

const OPERATIONS = ['breakdown', 'bot', 'history', 'stats_history', 'analytics', 'votes', 'marks'] as const;

/** One call through one of two instances. */
const callBy =
  (on: number, at: number, operation: string): Step =>
  async ({ stores, keys, nowMs, botId, model }) => {
    const key = operation === 'report_form' ? undefined : keys[at % keys.length];
    const instance = stores[on] as Store;
    const ref = key === undefined ? { botId } : { keyHash: key.hash };
    const decide = (account: Account, atMs: number, number: number): Decision<{ kind: string }> => {
      if (operation === 'refusal') return decideRefusal(account, 'invalid_body', atMs);
      if (operation === 'usage') return decideUsageRead(account, atMs, number);
      return decideRead(operation as CountedOperation)(account, atMs, number);
    };
    const called = operation.startsWith('report')
      ? await send(instance, ref, REPORT)
      : await instance.call<{ kind: string }>(ref, decide);
    if (called === null) return;
    const isCounted = called.outcome.kind === 'served';
    model.note(called.account, nowMs, isCounted ? { operation, key: key?.id ?? 'form' } : null);
  };

const anyCall = fc
  .tuple(
    fc.nat(1),
    fc.nat(5),
    fc.constantFrom('report', 'report', 'report_form', 'usage', 'refusal', ...OPERATIONS),
  )
  .map(([on, at, operation]) => callBy(on, at, operation));

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: anyCall },
  // Two at once on one key and one by the form: the losers decide again.
  {
    weight: 2,
    arbitrary: fc.array(anyCall, { minLength: 2, maxLength: 4 }).map(
      (calls): Step =>
        (run) =>
          Promise.all(calls.map((call) => call(run))),
    ),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(HOUR_MS, 7 * HOUR_MS, DAY_MS, DAY_MS, 12 * DAY_MS, 29 * DAY_MS, 45 * DAY_MS, -1, -DAY_MS)
      .chain((stepMs) => fc.constantFrom(stepMs, stepMs, -stepMs))
      .map(
        (stepMs): Step =>
          (run) => {
            run.nowMs += stepMs;
            return db.setClock(run.nowMs);
          },
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom('rotate', 'revoke', 'create')).map(
      ([at, what]): Step =>
        async (run) => {
          const key = run.keys[at % run.keys.length] as Key;
          const { botId } = run;
          const made =
            what === 'create'
              ? await createKey(ports, OPERATOR, { botId, name: 'new', expiresAtMs: null })
              : what === 'rotate'
                ? await rotateKey(ports, OPERATOR, key.id, '24h')
                : null;
          if (made === null) await revokeKey(ports, OPERATOR, key.id);
          if (made?.ok) run.keys.push({ id: made.value.apiKey.id, hash: ports.secrets.hash(made.value.key) });
        },
    ),
  },
  // A call whose transaction is lost: it writes what the database refuses.
  {
    weight: 1,
    arbitrary: fc.nat(1).map(
      (on): Step =>
        async ({ stores, botId }) => {
          const lost = (stores[on] as Store).call({ botId }, (account, atMs) => {
            const decision = decideUsageRead(account, atMs, FORM);
            const report = { kind: 'report', ...REPORT, atMs, number: -1 } as const;
            return { ...decision, effects: [...decision.effects, report, report] };
          });
          await expect(lost).rejects.toThrow();
        },
    ),
  },
  // The process ends and starts anew.
  {
    weight: 1,
    arbitrary: fc.constant<Step>(async (run) => {
      await run.close();
      Object.assign(run, await connectTwice());
    }),
  },
);

onEachDatabase('after any calls, clock steps, changes of keys, lost transactions and restarts', () => {
  it('the counted calls of every day and cycle add up by operation and by key (I11)', async () => {
    const scale = process.env.FAULT_SCALE === 'soak' ? 20 : 1;
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
        await db.setClock(T0);
        const botId = String(BigInt(OTHER_BOT_ID) + BigInt(++made));
        const bot = await register(directory, { id: botId, plan: 'business' });
        const keys = [{ id: bot.keyId, hash: bot.keyHash }];
        const run: Run = { botId, model: new Model(), ...(await connectTwice()), keys, nowMs: T0 };
        for (const step of steps) {
          await step(run);
          const { account, earlier } = await storedOf(botId);
          expect(splitProblem(account, earlier)).toBeNull();
        }
        const { days, cycle } = await breakdownAt(botId, run.nowMs);
        for (const { date, calls, unsplit, byOperation, byKey } of days) {
          expect(unsplit).toBe(0);
          expect({ byOperation, byKey }).toEqual(run.model.countsOn(Date.parse(date) / DAY_MS));
          expect(Object.values(byKey).reduce((sum, n) => sum + n, 0)).toBe(calls);
        }
        expect(cycle.unsplit).toBeGreaterThanOrEqual(0);
        await run.close();
      }),
      { numRuns: 40 * scale },
    );
  });
});
