import { SqliteError } from 'better-sqlite3';
import { StorageUnavailable } from '@/lib/services/ports';

/** What the machine or another process does to the database; everything else is a defect of ours. */
const STORAGE_FAULTS =
  /^SQLITE_(BUSY|LOCKED|NOMEM|READONLY|INTERRUPT|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOTADB|PERM|AUTH)/;

export const isBusy = (error: unknown): boolean =>
  error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');

/** SQLite's error as the services know it; others as they are. */
export function asFault(error: unknown): unknown {
  const isFault = error instanceof SqliteError && STORAGE_FAULTS.test(error.code);
  return isFault ? new StorageUnavailable(`${error.code}: ${error.message}`, { cause: error }) : error;
}

export const isFault = (error: unknown): boolean => asFault(error) instanceof StorageUnavailable;

/** Another process may hold the write lock this long before a call is answered 503. */
const BUSY_PATIENCE_MS = 4_000;
const BUSY_RETRY_MS = 2;

/**
 * Begins a write transaction. Waits for another process without blocking the event loop, as SQLite's own
 * busy handler would. `askedAt`, by the steady clock, is when the caller began to wait for it: those that stood in line
 * behind others have been patient already.
 */
export async function beginWrite(begin: () => void, askedAt = performance.now()): Promise<void> {
  const giveUpAt = askedAt + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return begin();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
  }
}
