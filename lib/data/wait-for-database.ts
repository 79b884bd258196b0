import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isBusy } from './sqlite/storage-errors';

const WAIT_MS = 30_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;

/**
 * Opens a database that may not be ready yet: retries transient errors for up to `waitMs` and calls `onRetry` before
 * each retry. Rejects with the last error, or at once with a permanent one.
 */
export async function waitForDatabase<R>(
  open: () => R | Promise<R>,
  onRetry: (error: Error) => void,
  waitMs = WAIT_MS,
): Promise<R> {
  const giveUpAt = performance.now() + waitMs;
  for (let tries = 1, pauseMs = PAUSE_MS_MIN; ; tries++, pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof Error) || !isTransient(error)) throw error;
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) {
        const message = error.message.replace(/\.$/, '');
        throw new Error(`${message}; tried ${tries} times in ${Math.round(waitMs / 1_000)} s.`, {
          cause: error,
        });
      }
      onRetry(error);
      await pause(Math.min(pauseMs, leftMs));
    }
  }
}

/**
 * SQLSTATEs: a lost connection (08), a read-only server that may be promoted (25006), a conflict (40), insufficient
 * resources (53), a lock held by another session (55P03), shutdown, start-up, recovery or a cancelled statement (57).
 */
const TRANSIENT_STATE = /^(08|25006|40|53|55P03|57)/;
/** System errors: nobody listens yet, the network is down, or the name does not resolve yet. */
const TRANSIENT_CODE =
  /^(ECONN(REFUSED|RESET|ABORTED)|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|ETIMEDOUT|EPIPE|EAI_AGAIN|ENOTFOUND)$/;
/** Driver errors, which have no code. */
const TRANSIENT_MESSAGE = /^(Connection terminated|timeout e|Query read timeout)/;

/** PgBouncer's word, with a SQLSTATE that it uses for everything. */
const POOLER = /^unsupported startup parameter/;

/**
 * Whether an error on opening a database is transient. A wrong password (28), an unknown database (3D) and anything
 * else that needs an operator is not.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause instanceof Error) return isTransient(error.cause);
  if (POOLER.test(error.message)) return false;
  if (error instanceof DatabaseError) return TRANSIENT_STATE.test(error.code ?? '');
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing Unix socket may still appear; another missing file, such as a certificate, will not.
  if (code === 'ENOENT') return syscall === 'connect';
  if (code !== undefined) return isBusy(error) || TRANSIENT_CODE.test(code);
  return TRANSIENT_MESSAGE.test(error.message);
}
