import { DatabaseError } from 'pg';

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
