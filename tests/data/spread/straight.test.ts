import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { Cluster, type NodeAddress } from '@/lib/data/postgres/cluster';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { OPERATOR } from '@/lib/domain/people/caller';
import { deleteBot } from '@/lib/services/bots/delete';
import { revokeKey, rotateKey } from '@/lib/services/keys/change';
import { finishRemovals } from '@/lib/services/removals/finish';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { spreadUrl } from '@/tests/support/data/citus-database';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { type Registered, register, send } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const URL_OF_TESTS = spreadUrl();
const REVOKED_WITHIN_MS = 1_000;
const poolOf = (server?: NodeAddress) =>
  openPool({ url: URL_OF_TESTS, max: 4, onError: () => {}, ...(server && { server }) });

let coordinator: Pool;
let toWorkers: Pool[];
let errors: Error[];
let store: PostgresStore;
/** Statements of bots that went straight to a worker. */
let straight: number;

async function start(nodeFor = (node: NodeAddress): NodeAddress => node): Promise<void> {
  const open = (node: NodeAddress) => {
    const pool = poolOf(nodeFor(node)).on('acquire', () => straight++);
    toWorkers.push(pool);
    return pool;
  };
  const cluster = new Cluster({ coordinator, open, onError: (error) => errors.push(error) });
  await cluster.start();
  store = new PostgresStore(coordinator, () => {}, cluster);
}

const call = (of: Registered) => send(store, { keyHash: of.keyHash });

onEachDatabase('calls straight to the workers', () => {
  beforeEach(() => {
    coordinator = poolOf();
    [toWorkers, errors, straight] = [[], [], 0];
  });
  afterEach(async () => {
    await store.close();
    await coordinator.end();
  });

  it('of bots on both workers read and write there, and their rows are the same from everywhere', async () => {
    await start();
    const bots: Registered[] = [];
    for (let i = 0; i < 20; i++)
      bots.push(await register(directory, { id: `${BOT_ID}${i}`, plan: 'business' }));
    // The first one reads the key.
    for (const bot of bots) expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    straight = 0;
    for (const bot of bots) await call(bot);
    expect(toWorkers).toHaveLength(2);
    // A read and a write each.
    expect(straight).toBe(2 * bots.length);
    expect(await db.rows('SELECT sum(cycle_used)::int AS used FROM bots')).toEqual([{ used: bots.length }]);
    expect(await db.rows('SELECT count(*)::int AS n FROM reports')).toEqual([{ n: bots.length }]);
    expect(errors).toEqual([]);
  });

  it('of a bot and calls by way of the coordinator count each other', async () => {
    await start();
    const bot = await register(directory, { plan: 'business' });
    const used = async () => (await store.find({ keyHash: bot.keyHash }))?.account.cycle.used;
    await used();
    await Promise.all([call(bot), send(ports.store, { keyHash: bot.keyHash }), call(bot)]);
    // Two of the three come before the interval is over.
    expect(await used()).toBe(1);
    expect(await db.rows('SELECT count(*)::int AS n FROM reports')).toEqual([{ n: 1 }]);
  });

  it.each([
    ['revoked', (keyId: string) => revokeKey(ports, OPERATOR, keyId)],
    ['rotated without an overlap', (keyId: string) => rotateKey(ports, OPERATOR, keyId, '0')],
  ])('with a key that is %s are refused within a second', async (_, end) => {
    await start();
    const bot = await register(directory);
    expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    expect((await end(bot.keyId)).ok).toBe(true);
    const endedAt = performance.now();
    // One that began before the second was over may still be accepted.
    let begunAt = 0;
    do begunAt = performance.now();
    while ((await store.find({ keyHash: bot.keyHash })) !== null);
    expect(begunAt - endedAt).toBeLessThan(REVOKED_WITHIN_MS);
  });

  it('with a key of a deleted bot are refused at once, also when its id is registered again', async () => {
    await start();
    const former = await register(directory);
    expect(await store.find({ keyHash: former.keyHash })).not.toBeNull();
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    expect(await store.find({ keyHash: former.keyHash })).toBeNull();
    await finishRemovals(ports);
    const later = await register(directory, { registeredAtMs: T0 + 1 });
    expect(await store.find({ keyHash: former.keyHash })).toBeNull();
    expect(await store.find({ keyHash: later.keyHash })).not.toBeNull();
  });

  it('an expiry holds at its millisecond, by the clock of the worker', async () => {
    await start();
    const bot = await register(directory, {}, T0 + 10);
    expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    await db.setClock(T0 + 9);
    expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    await db.setClock(T0 + 10);
    expect(await store.find({ keyHash: bot.keyHash })).toBeNull();
  });

  it('that end at another worker than the bot’s are right all the same', async () => {
    const [, first = 0, second = 0] = inject('citusPorts');
    await start(({ host, port }) => ({ host, port: port === first ? second : first }));
    const [one, other] = [await register(directory), await register(directory, { id: OTHER_BOT_ID })];
    for (const bot of [one, other]) expect((await call(bot))?.account.cycle.used).toBe(1);
    expect(straight).toBeGreaterThan(0);
  });

  it('go by way of the coordinator while a worker cannot be reached straight', async () => {
    await start(({ host }) => ({ host, port: 1 }));
    const bot = await register(directory);
    for (let i = 0; i < 5; i++) expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    expect((await call(bot))?.account.cycle.used).toBe(1);
    expect(straight).toBe(0);
    expect(errors).toHaveLength(1);
  });

  it('read the key again at the coordinator when it is not known what was revoked', async () => {
    await start();
    const bot = await register(directory);
    expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    const connect = coordinator.connect.bind(coordinator);
    const gone = new Error('the coordinator is gone');
    coordinator.connect = ((done?: (error: Error) => void) => {
      // The pool's own queries give a callback.
      if (done === undefined) return Promise.reject(gone);
      done(gone);
    }) as typeof coordinator.connect;
    await expect
      .poll(() => store.find({ keyHash: bot.keyHash }).catch(({ message }) => message))
      .toBe('the coordinator is gone');
    coordinator.connect = connect as typeof coordinator.connect;
    await expect.poll(() => store.find({ keyHash: bot.keyHash })).not.toBeNull();
  });

  it('follow a bot whose part is moved to the other worker', async () => {
    await start();
    const bot = await register(directory);
    expect(await store.find({ keyHash: bot.keyHash })).not.toBeNull();
    const [at] = await db.rows(
      `SELECT shardid::int AS shard, nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
       WHERE shardid = get_shard_id_for_distribution_column('bots', '${BOT_ID}')`,
    );
    const [shard, from] = [Number(at?.shard), Number(at?.port)];
    const [, ...workers] = inject('citusPorts');
    const to = workers.find((port) => port !== from) ?? 0;
    const move = (a: number, b: number) =>
      db.run(
        `SELECT citus_move_shard_placement(${shard}, '127.0.0.1', ${a}, '127.0.0.1', ${b}, 'block_writes')`,
      );
    await move(from, to);
    expect((await call(bot))?.account.cycle.used).toBe(1);
    // The place is read again, and the way is straight again.
    await expect.poll(() => toWorkers.length).toBeGreaterThan(0);
    await move(to, from);
    // What was moved refers to people until it is cleaned up, which Citus does by itself within a minute.
    await db.run('CALL citus_cleanup_orphaned_resources()');
    expect(await store.find({ keyHash: bot.keyHash })).toMatchObject({ account: { cycle: { used: 1 } } });
  });
});
