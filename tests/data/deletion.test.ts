import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Ports } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { pruneHistory } from '@/lib/services/history/prune';
import { finishRemovals } from '@/lib/services/removals/finish';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { read, register, send } from '@/tests/support/data/fixtures';
import { writingBy } from '@/tests/support/data/ports';
import { accepted, verdictOf } from '@/tests/support/result';

/** Enough reports for several batches of each kind. */
const REPORTS = 5_000;

/** Creates two bots: one with a long history, one with a single report. Returns the hashes of their keys. */
async function withHistory() {
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

const reportsOf = async (botId: string) =>
  Number((await db.rows(`SELECT count(*) AS n FROM reports WHERE bot_id = '${botId}'`))[0]?.n);

async function expectPartOfHistory(): Promise<void> {
  const left = await reportsOf(BOT_ID);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(REPORTS);
}

/** The whole history of BOT_ID is deleted, and nothing of the other bot. */
async function expectDeleted(): Promise<void> {
  expect(await reportsOf(BOT_ID)).toBe(0);
  expect(await reportsOf(OTHER_BOT_ID)).toBe(1);
}

/** Ports that run `check` beside each of their transactions. */
function checkedPorts(check: () => Promise<unknown>) {
  const seen = { transactions: 0 };
  const checked = writingBy(directory, async (locks, work) => {
    seen.transactions++;
    return (await Promise.all([directory.write(locks, work), check()]))[0];
  });
  return { seen, ports: { ...ports, directory: checked } };
}

/** Ports whose writes fail after the first `writes`, as if the process had been killed there. */
const failingAfter = (writes: number): Ports => {
  let left = writes;
  const failing = writingBy(directory, async (locks, work) => {
    if (left-- <= 0) throw new StorageUnavailable('gone');
    return directory.write(locks, work);
  });
  return { ...ports, directory: failing };
};

const createAgain = () => {
  const owner = { email: `owner-of-${OTHER_BOT_ID}@example.org` };
  return createBot(ports, OPERATOR, { id: BOT_ID, name: 'Again', owner, plan: 'free' });
};

onEachDatabase('the deletion of a bot with a long history', () => {
  it('refuses its key at once, and other bots are served while the history is deleted', async () => {
    const { keyHash, otherHash } = await withHistory();
    const checked = checkedPorts(async () => {
      expect((await read(store, { keyHash: otherHash }))?.outcome.kind).toBe('served');
      if (checked.seen.transactions > 1) expect(await store.find({ keyHash })).toBeNull();
    });
    accepted(await deleteBot(checked.ports, OPERATOR, BOT_ID));
    expect(checked.seen.transactions).toBe(1);
    await finishRemovals(checked.ports);
    expect(checked.seen.transactions).toBeGreaterThan(5);
    await expectDeleted();
    expect(await db.rows('SELECT bot_id FROM api_keys')).toEqual([{ bot_id: OTHER_BOT_ID }]);
  });

  it('that is interrupted is effective, refuses its id, and is finished by the next run of any instance', async () => {
    const { keyHash } = await withHistory();
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    await expect(finishRemovals(failingAfter(3))).rejects.toThrow('gone');
    await expectPartOfHistory();
    expect(await store.find({ keyHash })).toBeNull();
    expect(verdictOf(await createAgain())).toBe('conflict');
    await finishRemovals(await connectAgain());
    await expectDeleted();
    accepted(await createAgain());
    expect((await send(store, { botId: BOT_ID }))?.outcome.kind).toBe('served');
    await finishRemovals(ports);
    expect(await reportsOf(BOT_ID)).toBe(1);
  });

  it('is begun again for reports that a former version left', async () => {
    await withHistory();
    await db.run(`DELETE FROM bots WHERE id = '${BOT_ID}'`);
    expect(verdictOf(await createAgain())).toBe('conflict');
    await finishRemovals(ports);
    await expectDeleted();
    accepted(await createAgain());
  });
});

onEachDatabase('pruning', () => {
  it('deletes a whole expired history while calls are served', async () => {
    const { otherHash } = await withHistory();
    await db.setClock(T0 + 8 * DAY_MS);
    const checked = checkedPorts(() => read(store, { keyHash: otherHash }));
    await pruneHistory(checked.ports, '');
    expect(checked.seen.transactions).toBeGreaterThan(4);
    expect(await reportsOf(BOT_ID)).toBe(0);
  });

  it('that is aborted ends after the current batch, and a later run deletes the rest', async () => {
    await withHistory();
    await db.setClock(T0 + 8 * DAY_MS);
    const stopping = new AbortController();
    const abortsAfterWrite = writingBy(directory, (locks, work) =>
      directory.write(locks, work).finally(() => stopping.abort()),
    );
    await pruneHistory({ directory: abortsAfterWrite }, '', stopping.signal);
    await expectPartOfHistory();
    expect(await pruneHistory(ports, '')).toBe('');
    expect(await reportsOf(BOT_ID)).toBe(0);
  });

  it('by two instances at once deletes what is expired and nothing else', async () => {
    await withHistory();
    await db.setClock(T0 + 8 * DAY_MS);
    await send(store, { botId: OTHER_BOT_ID });
    const second = await connectAgain();
    await Promise.all([pruneHistory(ports, ''), pruneHistory(second, '')]);
    await expectDeleted();
  });

  it('of many histories continues after the last bot of the previous run', async () => {
    await register(directory);
    const old = Array.from({ length: 450 }, (_, i) => `('1000000000000000${1_000 + i}', 1, 1, 1, 1, 1)`);
    await db.run(`INSERT INTO reports VALUES ${old}`);
    let cursor = '';
    const left = [];
    for (let runs = 0; runs < 3; runs++) {
      cursor = await pruneHistory(ports, cursor);
      left.push(Number((await db.rows('SELECT count(*) AS n FROM reports'))[0]?.n));
    }
    expect(left).toEqual([250, 50, 0]);
    expect(cursor).toBe('');
  });
});
