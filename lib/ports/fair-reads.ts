/**
 * Reads of histories at a time on an instance. On PostgreSQL each has a connection besides those of DATABASE_POOL_MAX; on
 * SQLite a thread runs their statements in turn.
 */
export const HISTORY_READS = { sqlite: 2, postgres: 3 } as const;
/** The same in the pages process. */
export const PAGES_HISTORY_READS = 1;

/** Who waits for a slot, and until when. */
export type ReadTurn = {
  /** The bot or the person whose reads wait for each other. */
  readonly subject: string;
  /** Aborted once the client has hung up: the read gives its slot back. */
  readonly signal: AbortSignal;
  /** The longest wait; without it, until its turn. */
  readonly waitMaxMs?: number;
};

/** A slot among the few reads that run at a time. */
export type ReadSlot = {
  /** Whether the read had to wait for it: what was seen on arrival may be outdated. */
  readonly hasWaited: boolean;
  /** The reads of the same subject that began earlier and still run. */
  readonly earlier: () => number;
  /** Resolves when these have ended. */
  readonly earlierEnded: () => Promise<void>;
  /** Gives the slot to the next read while this one is still counted, unless many reads are. */
  readonly release: () => void;
};

/** An error that is recognized by its code, because bundles do not share classes. */
class ReadRefusal extends Error {
  constructor(
    readonly code: 'too_many_reads' | 'read_stopped',
    message: string,
  ) {
    super(message);
  }
}

export const tooManyReads = (): Error =>
  new ReadRefusal('too_many_reads', 'Too many reads of this bot or person wait.');
/** The client hung up. */
export const readStopped = (): Error => new ReadRefusal('read_stopped', 'The client of the read hung up.');

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
export const isTooManyReads = (error: unknown): boolean => hasCode(error, 'too_many_reads');
export const isReadStopped = (error: unknown): boolean => hasCode(error, 'read_stopped');
