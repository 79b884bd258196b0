import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { decideUsageRead } from '@/lib/domain/decide';
import { DAY_MS } from '@/lib/domain/plan';
import { T0 } from '@/tests/support/data/accounts';
import { register } from '@/tests/support/data/fixtures';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

let place: Scratch;
let store: SqliteStore;
let directory: SqliteDirectory;
let nowMs: number;

beforeEach(() => {
  place = scratch();
  nowMs = T0;
  const lock = new WriteLock();
  store = new SqliteStore(openSqlite(place.file), lock, () => nowMs);
  directory = new SqliteDirectory(connect(place.file), lock, () => nowMs);
});
afterEach(async () => {
  await store.close();
  await directory.close();
  place.remove();
});

it('a key that is revoked after it was looked at opens nothing, however short the time', async () => {
  const { keyHash, keyId } = await register(directory);
  const seen = await store.find({ keyHash });
  await directory.write([], ({ keys }) => keys.setLife(keyId, { expiresAtMs: null, revokedAtMs: nowMs }));
  expect(await store.call({ keyHash }, decideUsageRead, seen ?? undefined)).toBeNull();
});

it('a key that expires after it was looked at opens nothing', async () => {
  const { keyHash } = await register(directory, {}, T0 + DAY_MS);
  nowMs = T0 + DAY_MS - 1;
  const seen = await store.find({ keyHash });
  nowMs = T0 + DAY_MS;
  expect(seen).not.toBeNull();
  expect(await store.call({ keyHash }, decideUsageRead, seen ?? undefined)).toBeNull();
});
