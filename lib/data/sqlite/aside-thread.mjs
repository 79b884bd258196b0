// The other side of aside.ts: runs statements that may take long in a thread of their own.
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

/** @type {import('better-sqlite3').Database | undefined} */
let database;

parentPort?.on('message', ({ id, sql, parameters }) => {
  try {
    database ??= new SqliteDatabase(workerData.file, { readonly: true, timeout: 1_000 });
    parentPort?.postMessage({ id, rows: database.prepare(sql).all(...parameters) });
  } catch (error) {
    // Of an error that is sent only its message would arrive.
    const { code, message } = /** @type {Error & { code?: string }} */ (error);
    parentPort?.postMessage({ id, code, message });
  }
});
