// The thread of read-worker.ts: runs queries that may take long without blocking the event loop.
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';

/** @type {import('better-sqlite3').Database | undefined} */
let database;

parentPort?.on('message', ({ id, sql, parameters }) => {
  try {
    database ??= new SqliteDatabase(workerData.file, { readonly: true, timeout: 1_000 });
    parentPort?.postMessage({ id, rows: database.prepare(sql).all(...parameters) });
  } catch (error) {
    // Posting an Error would keep only its message.
    const { code, message } = /** @type {Error & { code?: string }} */ (error);
    parentPort?.postMessage({ id, code, message });
  }
});
