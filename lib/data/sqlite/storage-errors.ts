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
