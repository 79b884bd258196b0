import { DatabaseError } from 'pg';
import { StorageUnavailable } from '@/lib/services/ports';

/** Classes of SQLSTATE that tell of a defect of ours: bad data, a broken constraint, wrong SQL. */
const DEFECTS = /^(22|23|42|0A|P0)/;

/**
 * An error of the driver as the services know it. Whatever is not plainly a defect (a lost connection, a time-out, a
 * server that restarts, a full disk) leaves it unknown whether something was stored: never a success.
 */
export function asFault(error: unknown): unknown {
  const isDefect = error instanceof DatabaseError && DEFECTS.test(error.code ?? '');
  if (isDefect || !(error instanceof Error)) return error;
  return new StorageUnavailable(error.message, { cause: error });
}
