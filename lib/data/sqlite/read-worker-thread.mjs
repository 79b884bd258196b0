// The thread of read-worker.ts: runs queries and checkpoints that may take long without blocking the event loop.
import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from './driver.mjs';

/** Short, because a full checkpoint makes all writers wait while it waits for readers in other processes. */
const CHECKPOINT_WAIT_MS = 20;

/** A command waits for a server's transactions. */
const VACUUM_WAIT_MS = 10_000;
/** @type {import('./driver.mjs').Database | undefined} */
let readable;
/** @type {import('./driver.mjs').Database | undefined} */
let writable;

const requests = {
  query(/** @type {{ sql: string, parameters: unknown[] }} */ { sql, parameters }) {
    readable ??= new SqliteDatabase(workerData.file, { readonly: true, timeout: 1_000 });
    const statement = readable.prepare(sql);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  },
  checkpoint(/** @type {{ mode: string, descriptor?: number }} */ { mode, descriptor }) {
    writable ??= openWritable();
    const rows = writable.pragma(`wal_checkpoint(${mode})`);
    // SQLite syncs only with the pass that copies the last frame: then all writers would wait for all pages.
    if (descriptor !== undefined) fdatasyncSync(descriptor);
    return rows;
  },
  vacuum() {
    writable ??= openWritable();
    writable.pragma(`busy_timeout = ${VACUUM_WAIT_MS}`);
    writable.exec('VACUUM');
    return [];
  },
};

parentPort?.on('message', ({ id, kind, ...request }) => {
  try {
    const result = requests[/** @type {'query' | 'checkpoint'} */ (kind)](request);
    parentPort?.postMessage({ id, result });
  } catch (error) {
    // Posting an Error would keep only its message.
    const { code, message } = /** @type {Error & { code?: string }} */ (error);
    parentPort?.postMessage({ id, error: { code, message } });
  }
});

function openWritable() {
  const database = new SqliteDatabase(workerData.file, { fileMustExist: true, timeout: CHECKPOINT_WAIT_MS });
  // With OFF a checkpoint would not sync.
  database.pragma('synchronous = FULL');
  return database;
}
