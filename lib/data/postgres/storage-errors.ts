import { DatabaseError } from 'pg';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';

/** SQLSTATE classes that mean a bug in Botmeter: bad data, a violated constraint, wrong SQL. */
const DEFECTS = /^(22|23|42|0A|P0)/;

/** The server closes the connection with these, possibly after the commit. */
const CLOSING = /^(08|57P01|57P02)/;

/** Where a statement commits, if it does. */
export type Commit = 'none' | 'on one server' | 'on a cluster';

/** SQLSTATE query_canceled: on a cluster by the coordinator, which does not know whether the worker has committed. */
export const CANCELED = '57014';

/**
 * Converts driver errors to StorageUnavailable, except clear bugs. The outcome of a commit is known only if the server that
 * holds the rows refused it and kept the connection.
 */
export function toStorageError(error: unknown, commit: Commit = 'none'): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable) return error;
  const code = error instanceof DatabaseError ? (error.code ?? '') : null;
  if (code !== null && DEFECTS.test(code)) return error;
  const isUnknown = code === null || CLOSING.test(code) || (commit === 'on a cluster' && code === CANCELED);
  const isOutcomeUnknown = commit !== 'none' && isUnknown;
  return new StorageUnavailable(error.message, { cause: error, isOutcomeUnknown });
}

/** The error of a commit that is only on this server's disk, because its wait for a standby was cancelled. */
export const notReplicated = (): StorageUnavailable =>
  new StorageUnavailable('A commit was not confirmed by its standby.', { isOutcomeUnknown: true });

const TRIES = 3;

/** SQLSTATEs of transactions that the server aborted because of another one: nothing was stored. */
const GIVEN_UP = ['40001', '40P01'];

/** Retries a transaction that the server aborted because of another one; rejects with the last error. */
export async function retried<R>(transaction: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === TRIES || !isAborted(error)) throw error;
    }
  }
}

/** evictBrokenClients has wrapped the driver's error. */
function isAborted(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof DatabaseError && GIVEN_UP.includes(cause.code ?? '');
}
