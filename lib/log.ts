import { createWriteStream } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { type Logger, pino, stdTimeFunctions } from 'pino';

/** Bytes of lines that wait for standard output; further ones are dropped until it takes some. */
const WAITING_MAX = 4 * 2 ** 20;
/** How long `flush` waits for standard output. */
const FLUSH_MAX_MS = 1_000;

const STDOUT = 1;

export type Log = {
  readonly log: Logger;
  /** Resolves once all lines are written, or after a second: a log that cannot be written keeps no process from its end. */
  readonly flush: () => Promise<void>;
};

/**
 * The log: JSON lines on standard output, written without ever waiting for it. pino's own destination retries for ever
 * on a full disk, and blocks on a pipe that nobody reads.
 */
export function createLog(level: string): Log {
  const output = new StandardOutput();
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => logError(error) },
  };
  return { log: pino(options, output), flush: () => output.flush() };
}

/** How many causes of causes, and errors of an AggregateError, the log keeps. */
const NESTED_MAX = 5;

/**
 * What the log keeps of an error. Nothing that code has attached to it: a warning of Node holds the response it is
 * about, with its request's cookies and body.
 */
export function logError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const nested = (one: unknown) => logError(one, depth + 1);
  const isNested = depth < NESTED_MAX;
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: String(error.code) }),
    // The number that Next shows on the error's page.
    ...('digest' in error && { digest: String(error.digest) }),
    ...(isNested && cause !== undefined && { cause: nested(cause) }),
    ...(isNested &&
      error instanceof AggregateError && { errors: error.errors.slice(0, NESTED_MAX).map(nested) }),
  };
}

/** What happened to the files of the embedded database: their paths, and where what was committed is being saved. */
type FilesLost = {
  readonly paths: readonly string[];
  readonly savedTo: string;
  readonly saved: Promise<void>;
};

/** One line for the operator when calls are refused from now on, and one when what was committed is saved. */
export function logFilesLost(log: Logger, { paths, savedTo, saved }: FilesLost): void {
  log.fatal(
    { paths, savedTo },
    'files of the database were removed, moved or replaced while it was open: calls get 503 until a restart; what was committed is being saved',
  );
  saved.then(
    () => log.warn({ savedTo }, 'everything that was committed is saved'),
    (error) => log.error({ err: error, savedTo }, 'what was committed could not be saved'),
  );
}

class StandardOutput {
  #stream: Writable | null = null;
  #isFailing = false;

  write(line: string): void {
    this.#stream ??= this.#open();
    if (this.#stream.writableLength > WAITING_MAX) this.#fail('nobody reads it');
    else this.#stream.write(line, (error) => this.#onWritten(error));
  }

  flush(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stream === null) return resolve();
      setTimeout(resolve, FLUSH_MAX_MS).unref();
      this.#stream.write('', () => resolve());
    });
  }

  /**
   * Of a pipe or a terminal, Node's own stream, which never waits; of a file, one that writes in a thread. Not told by
   * fstatSync: after the status of a pipe, Node follows no symbolic link to a module, and pnpm's packages are not found.
   */
  #open(): Writable {
    const isFile = !(process.stdout instanceof Socket);
    const stream = isFile ? createWriteStream('', { fd: STDOUT, autoClose: false }) : process.stdout;
    stream.on('error', (error) => {
      this.#fail(error.message);
      // A file stream that failed writes no more; the disk may have room for the next line.
      if (isFile) this.#stream = null;
    });
    // Without a listener, an error of standard error would end the process.
    process.stderr.on('error', () => {});
    return stream;
  }

  #onWritten(error: Error | null | undefined): void {
    if (!error) this.#isFailing = false;
  }

  #fail(reason: string): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    process.stderr.write(
      `The log cannot be written to standard output (${reason}): lines are lost until it can.\n`,
    );
  }
}
