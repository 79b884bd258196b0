import SqliteDatabase, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { decideUsageRead } from '@/lib/domain/decide';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

let place: Scratch;
let database: Database;
let beside: Database;
let store: SqliteStore;
let directory: SqliteDirectory;

beforeEach(() => {
  place = scratch();
  database = openSqlite(place.file);
  beside = new SqliteDatabase(place.file);
  const lock = new WriteLock();
  store = new SqliteStore(database, lock, () => T0);
  directory = new SqliteDirectory(connect(place.file), lock, () => T0);
});
afterEach(async () => {
  await store.close();
  await directory.close();
  beside.close();
  place.remove();
});

const used = (botId = BOT_ID) =>
  beside.prepare('SELECT cycle_used FROM bots WHERE id = ?').pluck().get(botId);
/** SQLite's data version, which changes with every commit of another connection. */
const dataVersion = () => Number(beside.pragma('data_version', { simple: true }));

it('calls of one turn of the event loop are decided one after the other in one commit', async () => {
  const { keyHash } = await register(directory);
  const versions = new Set<number>();
  const seen: number[] = [];
  const before = dataVersion();
  await Promise.all(
    Array.from({ length: 100 }, () =>
      store.call({ keyHash }, (account, nowMs) => {
        versions.add(dataVersion());
        seen.push(account.cycle.used);
        return decideUsageRead(account, nowMs);
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i));
  // Nothing was committed while the calls were decided; afterwards everything was.
  expect([...versions]).toEqual([before]);
  expect(dataVersion()).not.toBe(before);
  expect(used()).toBe(100);
});

it('an observer that throws after the commit changes nothing: each call is answered and counted once', async () => {
  const lock = new WriteLock();
  const disturbed = new SqliteStore(
    connect(place.file),
    lock,
    () => T0,
    () => {
      throw new Error('The observer fails.');
    },
  );
  const { keyHash } = await register(directory);
  const calls = await Promise.all(Array.from({ length: 3 }, () => read(disturbed, { keyHash })));
  expect(tally(calls)).toEqual({ served: 3 });
  expect(used()).toBe(3);
  expect(tally([await read(disturbed, { keyHash })])).toEqual({ served: 1 });
  await disturbed.close();
});

it('none resolves before the commit that holds them all', async () => {
  const { keyHash } = await register(directory);
  const usedWhenResolved = await Promise.all(
    Array.from({ length: 100 }, () => read(store, { keyHash }).then(() => used())),
  );
  expect(new Set(usedWhenResolved)).toEqual(new Set([100]));
});

it('more than one commit takes are all served, in the order in which they came', async () => {
  const { keyHash } = await register(directory, { plan: 'premium' });
  const calls = await Promise.all(Array.from({ length: 700 }, () => read(store, { keyHash })));
  expect(calls.map((call) => call?.account.cycle.used)).toEqual(Array.from({ length: 700 }, (_, i) => i + 1));
  expect(used()).toBe(700);
});

it('calls that arrive while a group is being committed join the next one', async () => {
  const { keyHash } = await register(directory);
  const first = read(store, { keyHash });
  const later = first.then(() => Promise.all([read(store, { keyHash }), read(store, { keyHash })]));
  expect((await first)?.account.cycle.used).toBe(1);
  expect((await later).map((call) => call?.account.cycle.used)).toEqual([2, 3]);
});

it('a group in which a decision throws is decided again without it, and no one is counted twice', async () => {
  const { keyHash } = await register(directory);
  await register(directory, { id: OTHER_BOT_ID });
  const calls = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) =>
      i % 10 === 5
        ? store.call({ botId: OTHER_BOT_ID }, () => {
            throw new TypeError(`defect ${i}`);
          })
        : read(store, { keyHash }),
    ),
  );
  expect(calls.flatMap((call, i) => (call.status === 'rejected' ? [i] : []))).toEqual([5, 15, 25]);
  expect(used()).toBe(27);
  expect(used(OTHER_BOT_ID)).toBe(0);
});

it('what a decision wrote and the database refuses rejects that call alone', async () => {
  const { keyHash } = await register(directory);
  const other = await register(directory, { id: OTHER_BOT_ID });
  const calls = await Promise.allSettled([
    send(store, { keyHash: other.keyHash }),
    store.call({ keyHash }, (account) => ({
      account: { ...account, cycle: { index: 0, used: -1 } },
      effects: [],
      outcome: { kind: 'served' as const },
    })),
    read(store, { keyHash }),
  ]);
  expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([used(), used(OTHER_BOT_ID)]).toEqual([1, 1]);
});

it('a call whose commit fails is rejected, not answered as done, and nothing of it stays', async () => {
  const { keyHash } = await register(directory);
  const call = store.call({ keyHash }, (account, nowMs) => {
    // A deferred foreign key, which SQLite checks at commit.
    database.pragma('defer_foreign_keys = ON');
    database.exec(
      "INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms) VALUES ('hash', 'id', 'no such bot', '', '', 0)",
    );
    return decideUsageRead(account, nowMs);
  });
  await expect(call).rejects.toThrow(/FOREIGN KEY/);
  expect(used()).toBe(0);
  expect(beside.prepare("SELECT id FROM api_keys WHERE id = 'id'").all()).toEqual([]);
  expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
});

it('on a full disk calls are refused as storage_unavailable, nothing is stored, and reading goes on; with room again all is well', async () => {
  const { keyHash } = await register(directory);
  const fill = () =>
    Promise.allSettled(Array.from({ length: 20 }, (_, i) => store.call({ keyHash }, grow(i))));
  const grow = (i: number) => (account: Parameters<typeof decideUsageRead>[0], nowMs: number) => ({
    ...decideUsageRead({ ...account, plan: 'business' }, nowMs),
    effects: [
      {
        kind: 'report' as const,
        serverCount: i,
        userCount: 1,
        shardCount: 1,
        atMs: nowMs,
        number: 1_000_000 + account.cycle.used * 1_000 + i,
      },
    ],
  });
  // The file cannot grow: only what fits into its pages can be written.
  database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
  let refused: PromiseSettledResult<unknown>[] = [];
  for (let round = 0; round < 200 && refused.length === 0; round++) {
    const before = [used(), beside.prepare('SELECT count(*) FROM reports').pluck().get()];
    refused = (await fill()).filter(({ status }) => status === 'rejected');
    if (refused.length > 0) {
      expect([used(), beside.prepare('SELECT count(*) FROM reports').pluck().get()]).toEqual(before);
    }
  }
  expect(refused).toHaveLength(20);
  for (const call of refused)
    expect(call.status === 'rejected' && isStorageUnavailable(call.reason)).toBe(true);
  expect(await store.find({ keyHash })).not.toBeNull();
  database.pragma('max_page_count = 1000000');
  expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
});

it('calls that come after closing are refused as storage_unavailable', async () => {
  const { keyHash } = await register(directory);
  await store.close();
  for (const call of [() => read(store, { keyHash }), () => store.find({ keyHash }), () => store.probe()]) {
    await expect(call()).rejects.toMatchObject({ code: 'storage_unavailable' });
  }
});

it('a probe commits', async () => {
  const before = dataVersion();
  await store.probe();
  expect(dataVersion()).not.toBe(before);
  expect(beside.prepare('SELECT at_ms FROM probes').pluck().all()).toEqual([T0]);
});
