import { isDatabaseUnavailable, StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { SqliteError } from './driver.mjs';

/** Codes of errors caused by the machine or another process; every other error is a bug in Botmeter. */
const STORAGE_ERRORS =
  /^SQLITE_(BUSY|LOCKED|NOMEM|READONLY|INTERRUPT|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOTADB|PERM|AUTH)/;

export const isBusy = (error: unknown): boolean =>
  error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * After one of these, COMMIT may have written all pages and failed only to sync them. If the process then dies, the
 * next start may find the transaction committed.
 */
const UNKNOWN_AT_COMMIT = /^SQLITE_IOERR/;

/** Converts storage errors to StorageUnavailable; returns others unchanged. `isCommit`: the error came from COMMIT. */
export function toStorageError(error: unknown, isCommit = false): unknown {
  if (!(error instanceof SqliteError) || !STORAGE_ERRORS.test(error.code)) return error;
  const isOutcomeUnknown = isCommit && UNKNOWN_AT_COMMIT.test(error.code);
  return new StorageUnavailable(`${error.code}: ${error.message}`, { cause: error, isOutcomeUnknown });
}

export const isStorageError = (error: unknown): boolean => isDatabaseUnavailable(toStorageError(error));

/** How long to wait for another process's write lock before a call gets 503. */
const BUSY_WAIT_MS = 4_000;
const BUSY_RETRY_MS = 2;

/**
 * Begins a write transaction. Waits for other processes without blocking the event loop, as SQLite's busy handler
 * would. `requestedAt` (`performance.now()`) is when the caller started to wait: time spent in the queue counts.
 */
export async function beginWrite(begin: () => void, requestedAt = performance.now()): Promise<void> {
  const giveUpAt = requestedAt + BUSY_WAIT_MS;
  for (;;) {
    try {
      return begin();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
  }
}
