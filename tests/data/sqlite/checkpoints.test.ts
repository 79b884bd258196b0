import { copyFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStorage, type Storage } from '@/lib/data/open-storage';
import { Checkpoints } from '@/lib/data/sqlite/checkpoints';
import SqliteDatabase, { type Database } from '@/lib/data/sqlite/driver.mjs';
import { openSqlite } from '@/lib/data/sqlite/open';
import { ReadWorker } from '@/lib/data/sqlite/read-worker';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { read, register, tally } from '@/tests/support/data/fixtures';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

const MIB = 2 ** 20;
/** What starts a checkpoint (16 MiB), and twice as much, written while it runs. */
const WAL_BYTES_MAX = 48 * MIB;
const ROW_BYTES = 400_000;
const LIST = { text: '1', sort: 'name', isDescending: false, page: 1 };

let place: Scratch;
let storage: Storage;
let beside: Database;
let keyHash: string;
let errors: unknown[];
beforeEach(async () => {
  place = scratch();
  errors = [];
  storage = await openSqliteStorage(place.file, {
    nowMs: () => T0,
    poolMax: 1,
    open: (step) => step(),
    onConnectionLost: () => {},
    onCheckpointError: (error) => errors.push(error),
  });
  ({ keyHash } = await register(storage.directory, { plan: 'business' }));
  beside = new SqliteDatabase(place.file);
});
afterEach(async () => {
  beside.close();
  await storage.close();
  expect(statSync(`${place.file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  place.remove();
});

const walBytes = (): number => statSync(`${place.file}-wal`).size;

/** Writes `bytes` in rows, each beside a call; the largest size of the WAL meanwhile. */
async function write(bytes: number): Promise<number> {
  let largest = 0;
  for (let row = 0; row * ROW_BYTES < bytes; row++) {
    const name = String(row % 10).repeat(ROW_BYTES);
    const rename = storage.directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { name }, nowMs));
    expect(tally([await read(storage.store, { keyHash })])).toEqual({ served: 1 });
    await rename;
    largest = Math.max(largest, walBytes());
  }
  return largest;
}

it('the WAL stays bounded while calls and reads come without a pause', async () => {
  let isOver = false;
  const reading = (async () => {
    while (!isOver) await storage.directory.read(({ bots }) => bots.search(LIST));
  })();
  expect(await write(150 * MIB)).toBeLessThan(WAL_BYTES_MAX);
  isOver = true;
  await reading;
  expect(errors).toEqual([]);
});

it('calls go on while a reader needs an old state; when it ends, the WAL is cut and bounded again', async () => {
  beside.exec('BEGIN');
  beside.prepare('SELECT count(*) FROM bots').get();
  expect(await write(70 * MIB)).toBeGreaterThan(60 * MIB);
  beside.exec('COMMIT');
  await write(20 * MIB);
  expect(await write(60 * MIB)).toBeLessThan(WAL_BYTES_MAX);
});

it('without a worker the WAL stays bounded too, and the log says so', async () => {
  const database = openSqlite(place.file);
  const worker = new ReadWorker(place.file);
  await worker.close();
  const checkpoints = new Checkpoints([database], new WriteLock(), worker, (error) => errors.push(error));
  const rename = database.prepare('UPDATE bots SET name = ?');
  for (let row = 0; row * ROW_BYTES < 80 * MIB; row++) {
    rename.run(String(row % 10).repeat(ROW_BYTES));
    checkpoints.noteCommit();
    await new Promise(setImmediate);
  }
  expect(walBytes()).toBeLessThan(WAL_BYTES_MAX);
  expect(String(errors[0])).toMatch(/The database is closed/);
  await checkpoints.close();
  database.close();
});

it('what is committed is in the file itself a minute later, however little it is', async () => {
  const database = openSqlite(place.file);
  const worker = new ReadWorker(place.file);
  const due: { run: () => void; ms: number }[] = [];
  const startTimer = (run: () => void, ms: number) => {
    due.push({ run, ms });
    return setTimeout(() => {}, 0);
  };
  const checkpoints = new Checkpoints(
    [database],
    new WriteLock(),
    worker,
    (error) => errors.push(error),
    startTimer,
  );
  database.prepare('UPDATE bots SET name = ?').run('Copied');
  checkpoints.noteCommit(1);
  checkpoints.noteCommit(1);
  expect(due.map(({ ms }) => ms)).toEqual([55_000]);
  due[0]?.run();
  await checkpoints.close();
  const copy = `${place.file}.copy`;
  copyFileSync(place.file, copy);
  const plain = new SqliteDatabase(copy);
  expect(plain.prepare('SELECT name FROM bots').pluck().all()).toEqual(['Copied']);
  plain.close();
  await worker.close();
  database.close();
  expect(errors).toEqual([]);
});
