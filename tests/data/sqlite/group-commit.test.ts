import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import SqliteDatabase, { type Database } from '@/lib/data/sqlite/driver.mjs';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { FORM } from '@/lib/domain/quota/usage-part';
import { decideUsageRead } from '@/lib/domain/reports/decide';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { BOT_ID, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { read, register, send, tally } from '@/tests/support/data/fixtures';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

let place: Scratch;
let database: Database;
let beside: Database;
let store: SqliteStore;
let directory: SqliteDirectory;
let nowMs: number;

beforeEach(() => {
  place = scratch();
  nowMs = T0;
  database = openSqlite(place.file);
  beside = new SqliteDatabase(place.file);
  const lock = new WriteLock();
  store = new SqliteStore(database, lock, () => nowMs);
  directory = new SqliteDirectory(connect(place.file), database, lock, () => nowMs);
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
        return decideUsageRead(account, nowMs, FORM);
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i));
  // Nothing was committed while the calls were decided; afterwards everything was.
  expect([...versions]).toEqual([before]);
  expect(dataVersion()).not.toBe(before);
  expect(used()).toBe(100);
});

it('calls are served and counted once even if the observer of commits throws', async () => {
  const onCommit = () => {
    throw new Error('The observer fails.');
  };
  const observed = new SqliteStore(connect(place.file), new WriteLock(), () => T0, onCommit);
  const { keyHash } = await register(directory);
  const calls = await Promise.all(Array.from({ length: 3 }, () => read(observed, { keyHash })));
  expect(tally(calls)).toEqual({ served: 3 });
  expect(used()).toBe(3);
  expect(tally([await read(observed, { keyHash })])).toEqual({ served: 1 });
  await observed.close();
});

it('more calls than fit into one commit are all served, in the order of their arrival', async () => {
  const { keyHash } = await register(directory, { plan: 'premium' });
  const calls = await Promise.all(Array.from({ length: 700 }, () => read(store, { keyHash })));
  expect(calls.map((call) => call?.account.cycle.used)).toEqual(Array.from({ length: 700 }, (_, i) => i + 1));
  expect(used()).toBe(700);
});

it('calls that arrive during a commit join the next group', async () => {
  const { keyHash } = await register(directory);
  const first = read(store, { keyHash });
  const later = first.then(() => Promise.all([read(store, { keyHash }), read(store, { keyHash })]));
  expect((await first)?.account.cycle.used).toBe(1);
  expect((await later).map((call) => call?.account.cycle.used)).toEqual([2, 3]);
});

it('a call whose write the database refuses is rejected alone', async () => {
  const { keyHash } = await register(directory);
  const other = await register(directory, { id: OTHER_BOT_ID });
  const calls = await Promise.allSettled([
    send(store, { keyHash: other.keyHash }),
    store.call({ keyHash }, (account) => {
      const invalid = { ...account, cycle: { index: 0, used: -1 } };
      return { account: invalid, effects: [], outcome: null };
    }),
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
      "INSERT INTO notices (id, user_id, at_ms, kind, actor, detail) VALUES ('id', 'no such person', 0, '', '', '')",
    );
    return decideUsageRead(account, nowMs, FORM);
  });
  await expect(call).rejects.toThrow(/FOREIGN KEY/);
  expect(used()).toBe(0);
  expect(beside.prepare("SELECT id FROM notices WHERE id = 'id'").all()).toEqual([]);
  expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
});

it('on a full disk calls are refused as storage_unavailable, nothing is stored, reads work; calls succeed once there is room', async () => {
  const { keyHash } = await register(directory);
  const report = (i: number) =>
    store.call({ keyHash }, (account, nowMs) => {
      const number = 1_000_000 + account.cycle.used * 1_000 + i;
      const effect = { kind: 'report' as const, ...REPORT, serverCount: i, atMs: nowMs, number };
      return { ...decideUsageRead({ ...account, plan: 'business' }, nowMs, FORM), effects: [effect] };
    });
  const stored = () => [used(), beside.prepare('SELECT count(*) FROM reports').pluck().get()];
  // The file cannot grow: only what fits into its pages can be written.
  database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
  let refused: unknown[] = [];
  for (let round = 0; round < 200 && refused.length === 0; round++) {
    const before = stored();
    const calls = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => report(i)));
    refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
    if (refused.length > 0) expect(stored()).toEqual(before);
  }
  expect(refused).toHaveLength(20);
  for (const error of refused) expect(isStorageUnavailable(error)).toBe(true);
  expect(await store.find({ keyHash })).not.toBeNull();
  database.pragma('max_page_count = 1000000');
  expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
});

it('calls after closing are refused as storage_unavailable', async () => {
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

it.each([
  ['revoked', 0],
  ['expired', DAY_MS],
])('a key that is %s after its look-up is refused at once', async (how, afterMs) => {
  const { keyHash, keyId } = await register(directory, {}, T0 + DAY_MS);
  nowMs = T0 + Math.max(0, afterMs - 1);
  const seen = await store.find({ keyHash });
  expect(seen).not.toBeNull();
  nowMs = T0 + afterMs;
  if (how === 'revoked') {
    const life = { expiresAtMs: T0 + DAY_MS, revokedAtMs: nowMs };
    await directory.write([], ({ keys }) => keys.setLife(keyId, life));
  }
  expect(await store.call({ keyHash }, decideUsageRead, seen ?? undefined)).toBeNull();
});
