import { secrets } from '@/lib/auth/secrets';
import { Cluster } from '@/lib/data/postgres/cluster';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { distribute } from '@/lib/data/postgres/distribute';
import { openPostgres } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { PLANS } from '@/lib/domain/quota/plan';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';

const BOTS = 400;
const POOL = { max: 10, onError: () => {} };

/** Migrates a database, with a copy of the same bots in each; `parts` spreads it. Returns the hashes of their keys. */
export async function prepare(url: string, parts: number | null): Promise<string[]> {
  const pool = await openPostgres({ ...POOL, url, name: 'botmeter bench' });
  await pool.end();
  if (parts !== null) await distribute(url, parts);
  const ofBots = openPool({ ...POOL, url });
  const directory = new PostgresDirectory(ofBots, () => {}, ofBots, parts !== null);
  const hashes = Array.from({ length: BOTS }, () => secrets.hash(secrets.newKey()));
  await directory.write([], async ({ users, bots, keys }, nowMs) => {
    const owner = { id: 'owner', email: 'owner@example.org', name: 'Owner', role: 'owner' as const };
    await users.insert({ ...owner, isDisabled: false, createdAtMs: nowMs }, null);
    for (const [i, hash] of hashes.entries()) {
      const id = String(10n ** 18n + BigInt(i));
      const plan = 'business';
      await bots.insert({
        ...{ id, name: 'Bot', ownerId: owner.id, isDisabled: false, plan, planChangedAtMs: null },
        ...NEW_SILENCE_TERMS,
        registeredAtMs: nowMs,
        formerHistoryDays: PLANS[plan].historyDays,
      });
      const life = { createdAtMs: nowMs, expiresAtMs: null, revokedAtMs: null, lastUsedAtMs: null };
      await keys.insert({ id: `key-${i}`, botId: id, name: 'key', last4: 'last', ...life }, hash);
    }
  });
  await directory.close();
  return hashes;
}

let lastNumber = 0;

/** A store, for which `callers` report at the same time: each time of `report` is of one accepted report. */
export async function openStore(
  url: string,
  hashes: readonly string[],
  way: 'plain' | 'coordinator' | 'straight',
) {
  const pool = openPool({ ...POOL, url });
  const open = (server: { host: string; port: number }) => openPool({ ...POOL, url, server });
  const cluster = way === 'plain' ? null : new Cluster({ coordinator: pool, open, onError: () => {} });
  if (way === 'straight') await cluster?.start();
  const store = new PostgresStore(pool, () => {}, cluster);
  const report = async (keyHash: string) => {
    const startedAt = performance.now();
    const seen = (await store.find({ keyHash })) ?? undefined;
    const number = ++lastNumber;
    await store.call(
      { keyHash },
      (account, atMs) => {
        const counts = { serverCount: 4_000, userCount: 273_000, shardCount: 4 };
        const cycle = { ...account.cycle, used: account.cycle.used + 1 };
        const effects = [{ kind: 'report' as const, ...counts, atMs, number }];
        return { account: { ...account, cycle }, effects, outcome: null };
      },
      seen,
    );
    return performance.now() - startedAt;
  };
  return {
    async run(callers: number, count: number): Promise<number[]> {
      const times: number[] = [];
      const all = Array.from({ length: callers }, async (_, caller) => {
        for (let i = caller; i < count; i += callers)
          times.push(await report(hashes[i % hashes.length] ?? ''));
      });
      await Promise.all(all);
      return times;
    },
    async close() {
      await store.close();
      await pool.end();
    },
  };
}
