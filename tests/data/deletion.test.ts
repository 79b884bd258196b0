import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { OPERATOR } from '@/lib/domain/caller';
import type { Directory } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { pruneHistory } from '@/lib/services/history/prune';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { type DatabaseContext, onEachDatabase } from '@/tests/support/data/each-database';
import { read, register, send } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

/** Enough reports for several batches. */
const REPORTS = 20_000;

const portsOf = ({ store, directory }: DatabaseContext, over: Partial<Ports> = {}): Ports => ({
  ...{ store, directory, passwords, secrets },
  ...over,
});

/** Creates two bots: one with a long history, one with a single report. */
async function withHistory({ db, directory }: DatabaseContext) {
  const { keyHash } = await register(directory);
  const other = await register(directory, { id: OTHER_BOT_ID });
  await db.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
     WITH RECURSIVE minute (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM minute WHERE i < ${REPORTS})
     SELECT '${BOT_ID}', ${T0} - i * 10, i, 1, 1, 1 FROM minute`,
  );
  await db.run(`INSERT INTO reports VALUES ('${OTHER_BOT_ID}', ${T0}, 1, 1, 1, 1)`);
  return { keyHash, otherHash: other.keyHash };
}

const reportsOf = async ({ db }: DatabaseContext, botId = BOT_ID) =>
  Number((await db.rows(`SELECT count(*) AS n FROM reports WHERE bot_id = '${botId}'`))[0]?.n);

/** A directory whose writes fail after `writes` of them, as if the process had been killed there. */
const failingAfter = (directory: Directory, writes: number): Directory => {
  let left = writes;
  return {
    read: (work) => directory.read(work),
    write: async (locks, work) => {
      if (left-- <= 0) throw new StorageUnavailable('gone');
      return directory.write(locks, work);
    },
  };
};

const sameBot = {
  id: BOT_ID,
  name: 'Again',
  owner: { email: `owner-of-${OTHER_BOT_ID}@example.org` },
  plan: 'free' as const,
};

onEachDatabase('the deletion of a bot with a long history', (context) => {
  it('refuses its key at once and lets others be served while the history goes', async () => {
    const { store, db } = context();
    const { keyHash, otherHash } = await withHistory(context());
    let isOver = false;
    const deletion = deleteBot(portsOf(context()), OPERATOR, BOT_ID).finally(() => {
      isOver = true;
    });
    const leftAtCalls = new Set<number>();
    while (!isOver) {
      expect((await read(store, { keyHash: otherHash }))?.outcome.kind).toBe('served');
      const left = await reportsOf(context());
      if (left < REPORTS) expect(await store.find({ keyHash })).toBeNull();
      leftAtCalls.add(left);
    }
    accepted(await deletion);
    expect(leftAtCalls.size).toBeGreaterThan(4);
    expect(await reportsOf(context())).toBe(0);
    expect(await reportsOf(context(), OTHER_BOT_ID)).toBe(1);
    expect(await db.rows('SELECT bot_id FROM api_keys')).toEqual([{ bot_id: OTHER_BOT_ID }]);
  });

  it('that is broken off is a deletion all the same, and is finished by the next pruning', async () => {
    const { store, directory } = context();
    const { keyHash } = await withHistory(context());
    const failing = portsOf(context(), { directory: failingAfter(directory, 3) });
    accepted(await deleteBot(failing, OPERATOR, BOT_ID));
    const left = await reportsOf(context());
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(REPORTS);
    expect(await store.find({ keyHash })).toBeNull();
    expect(await pruneHistory(portsOf(context()), '')).toBe('');
    expect(await reportsOf(context())).toBe(0);
    expect(await reportsOf(context(), OTHER_BOT_ID)).toBe(1);
  });

  it.each([1, 3])(
    'broken off after %i transactions leaves nothing to a new bot of its id',
    async (writes) => {
      const { directory } = context();
      await withHistory(context());
      const failing = portsOf(context(), { directory: failingAfter(directory, writes) });
      accepted(await deleteBot(failing, OPERATOR, BOT_ID));
      accepted(await createBot(portsOf(context()), OPERATOR, sameBot));
      expect(await reportsOf(context())).toBe(0);
    },
  );

  it('takes nothing from a new bot of its id that is made while it goes on', async () => {
    const { store, directory } = context();
    await withHistory(context());
    const deletion = deleteBot(portsOf(context()), OPERATOR, BOT_ID);
    while ((await directory.read(({ bots }) => bots.findById(BOT_ID))) !== null);
    accepted(await createBot(portsOf(context()), OPERATOR, sameBot));
    expect((await send(store, { botId: BOT_ID }))?.outcome.kind).toBe('served');
    accepted(await deletion);
    await pruneHistory(portsOf(context()), '');
    const series = { botId: BOT_ID, fromMs: 0, untilMs: T0 + 1, bucketMs: 60_000 };
    expect(await directory.read(({ bots }) => bots.series(series))).toHaveLength(1);
    expect(await reportsOf(context())).toBe(1);
  });
});

onEachDatabase('pruning', (context) => {
  it('lets a whole history that is too old go, and calls be served meanwhile', async () => {
    const { db, store } = context();
    const { otherHash } = await withHistory(context());
    await db.setClock(T0 + 8 * 86_400_000);
    let isOver = false;
    const pruning = pruneHistory(portsOf(context()), '').finally(() => {
      isOver = true;
    });
    const leftAtCalls = new Set<number>();
    while (!isOver) {
      await read(store, { keyHash: otherHash });
      leftAtCalls.add(await reportsOf(context()));
    }
    await pruning;
    expect(leftAtCalls.size).toBeGreaterThan(4);
    expect(await reportsOf(context())).toBe(0);
  });

  it('that is told to stop ends after the current batch; a later round deletes the rest', async () => {
    const { db, directory } = context();
    await withHistory(context());
    await db.setClock(T0 + 8 * 86_400_000);
    const stopping = new AbortController();
    const stopsAfterOne: Directory = {
      read: (work) => directory.read(work),
      write: (locks, work) => directory.write(locks, work).finally(() => stopping.abort()),
    };
    const ports = portsOf(context(), { directory: stopsAfterOne });
    await pruneHistory(ports, '', stopping.signal);
    const left = await reportsOf(context());
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(REPORTS);
    expect(await pruneHistory(portsOf(context()), '')).toBe('');
    expect(await reportsOf(context())).toBe(0);
  });

  it('by two instances at once deletes what is too old, and nothing else', async () => {
    const { db } = context();
    await withHistory(context());
    await db.setClock(T0 + 8 * 86_400_000);
    await send(context().store, { botId: OTHER_BOT_ID });
    const { directory } = await db.connect();
    await Promise.all([pruneHistory(portsOf(context()), ''), pruneHistory({ directory }, '')]);
    expect(await reportsOf(context())).toBe(0);
    expect(await reportsOf(context(), OTHER_BOT_ID)).toBe(1);
  });

  it('of many histories goes on after the last that it looked at', async () => {
    const { db } = context();
    await register(context().directory);
    const old = Array.from({ length: 450 }, (_, i) => `('1000000000000000${1_000 + i}', 1, 1, 1, 1, 1)`);
    await db.run(`INSERT INTO reports VALUES ${old}`);
    let cursor = '';
    const left = [];
    for (let rounds = 0; rounds < 3; rounds++) {
      cursor = await pruneHistory(portsOf(context()), cursor);
      left.push(Number((await db.rows('SELECT count(*) AS n FROM reports'))[0]?.n));
    }
    expect(left).toEqual([250, 50, 0]);
    expect(cursor).toBe('');
  });
});
