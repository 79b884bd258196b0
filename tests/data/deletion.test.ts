import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { OPERATOR } from '@/lib/domain/principal';
import { createBot } from '@/lib/services/create-bot';
import { deleteBot } from '@/lib/services/delete-bot';
import { type Directory, type Ports, StorageUnavailable } from '@/lib/services/ports';
import { pruneHistory } from '@/lib/services/prune-history';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { accepted } from '@/tests/support/data/cast';
import { onEachDatabase, type World } from '@/tests/support/data/each';
import { read, register, send } from '@/tests/support/data/fixtures';

/** Several pieces' worth. */
const REPORTS = 20_000;

const portsOf = ({ store, directory }: World, over: Partial<Ports> = {}): Ports => ({
  ...{ store, directory, passwords, secrets },
  ...over,
});

/** Two bots, the first with a long history, the other with one report. */
async function withHistory({ db, directory }: World) {
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

const reportsOf = async ({ db }: World, botId = BOT_ID) =>
  Number((await db.rows(`SELECT count(*) AS n FROM reports WHERE bot_id = '${botId}'`))[0]?.n);

/** A directory whose storage fails after so many writes, as if the process had ended there. */
const failingAfter = (directory: Directory, writes: number): Directory => {
  let left = writes;
  return {
    read: (work) => directory.read(work),
    write: async (work) => {
      if (left-- <= 0) throw new StorageUnavailable('gone');
      return directory.write(work);
    },
  };
};

const sameBot = {
  id: BOT_ID,
  name: 'Again',
  owner: { email: `owner-of-${OTHER_BOT_ID}@example.org` },
  plan: 'free' as const,
};

onEachDatabase('the deletion of a bot with a long history', (world) => {
  it('refuses its key at once and lets others be served while the history goes', async () => {
    const { store, db } = world();
    const { keyHash, otherHash } = await withHistory(world());
    let isOver = false;
    const deletion = deleteBot(portsOf(world()), OPERATOR, BOT_ID).finally(() => {
      isOver = true;
    });
    const leftAtCalls = new Set<number>();
    while (!isOver) {
      expect((await read(store, { keyHash: otherHash }))?.outcome.kind).toBe('served');
      const left = await reportsOf(world());
      if (left < REPORTS) expect(await store.find({ keyHash })).toBeNull();
      leftAtCalls.add(left);
    }
    accepted(await deletion);
    expect(leftAtCalls.size).toBeGreaterThan(4);
    expect(await reportsOf(world())).toBe(0);
    expect(await reportsOf(world(), OTHER_BOT_ID)).toBe(1);
    expect(await db.rows('SELECT bot_id FROM api_keys')).toEqual([{ bot_id: OTHER_BOT_ID }]);
  });

  it('that is broken off is a deletion all the same, and is finished by the next pruning', async () => {
    const { store, directory } = world();
    const { keyHash } = await withHistory(world());
    const failing = portsOf(world(), { directory: failingAfter(directory, 3) });
    accepted(await deleteBot(failing, OPERATOR, BOT_ID));
    const left = await reportsOf(world());
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(REPORTS);
    expect(await store.find({ keyHash })).toBeNull();
    expect(await pruneHistory(portsOf(world()), '')).toBe('');
    expect(await reportsOf(world())).toBe(0);
    expect(await reportsOf(world(), OTHER_BOT_ID)).toBe(1);
  });

  it.each([1, 3])(
    'broken off after %i transactions leaves nothing to a new bot of its id',
    async (writes) => {
      const { directory } = world();
      await withHistory(world());
      const failing = portsOf(world(), { directory: failingAfter(directory, writes) });
      accepted(await deleteBot(failing, OPERATOR, BOT_ID));
      accepted(await createBot(portsOf(world()), OPERATOR, sameBot));
      expect(await reportsOf(world())).toBe(0);
    },
  );

  it('takes nothing from a new bot of its id that is made while it goes on', async () => {
    const { store, directory } = world();
    await withHistory(world());
    const deletion = deleteBot(portsOf(world()), OPERATOR, BOT_ID);
    while ((await directory.read(({ bots }) => bots.findById(BOT_ID))) !== null);
    accepted(await createBot(portsOf(world()), OPERATOR, sameBot));
    expect((await send(store, { botId: BOT_ID }))?.outcome.kind).toBe('served');
    accepted(await deletion);
    await pruneHistory(portsOf(world()), '');
    const series = { botId: BOT_ID, fromMs: 0, untilMs: T0 + 1, bucketMs: 60_000 };
    expect(await directory.read(({ bots }) => bots.series(series))).toHaveLength(1);
    expect(await reportsOf(world())).toBe(1);
  });
});

onEachDatabase('pruning', (world) => {
  it('lets a whole history that is too old go, and calls be served meanwhile', async () => {
    const { db, store } = world();
    const { otherHash } = await withHistory(world());
    await db.setClock(T0 + 8 * 86_400_000);
    let isOver = false;
    const pruning = pruneHistory(portsOf(world()), '').finally(() => {
      isOver = true;
    });
    const leftAtCalls = new Set<number>();
    while (!isOver) {
      await read(store, { keyHash: otherHash });
      leftAtCalls.add(await reportsOf(world()));
    }
    await pruning;
    expect(leftAtCalls.size).toBeGreaterThan(4);
    expect(await reportsOf(world())).toBe(0);
  });

  it('of many histories goes on after the last that it looked at', async () => {
    const { db } = world();
    await register(world().directory);
    const old = Array.from({ length: 450 }, (_, i) => `('1000000000000000${1_000 + i}', 1, 1, 1, 1, 1)`);
    await db.run(`INSERT INTO reports VALUES ${old}`);
    let cursor = '';
    const left = [];
    for (let rounds = 0; rounds < 3; rounds++) {
      cursor = await pruneHistory(portsOf(world()), cursor);
      left.push(Number((await db.rows('SELECT count(*) AS n FROM reports'))[0]?.n));
    }
    expect(left).toEqual([250, 50, 0]);
    expect(cursor).toBe('');
  });
});
