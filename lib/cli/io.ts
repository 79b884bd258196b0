import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Where a command reads and writes. Tests give streams of their own. */
export type Io = {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  /** Gives other processes of the machine precedence. */
  readonly lowerPriority: () => void;
};

const { PRIORITY_BELOW_NORMAL: BELOW_NORMAL } = constants.priority;

/** That of this process. */
export const processIo: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  lowerPriority: () => setPriority(Math.max(getPriority(), BELOW_NORMAL)),
};

/**
 * Writes a text; resolves to the error, such as a full disk, or `null`. A reader that has closed the pipe, as `head` does,
 * wants no more: that is no error.
 */
export function write(stream: NodeJS.WritableStream, text: string): Promise<Error | null> {
  return new Promise((resolve) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      resolve(error && error.code !== 'EPIPE' ? error : null);
    });
  });
}

/**
 * Reads a password from the first line of standard input; on a terminal prompts for it without echo. What editors leave
 * around the line of a file (a byte-order mark, blanks) is no part of the password.
 */
export async function readSecret(prompt: string, { stdin, stderr }: Io): Promise<string> {
  const isTerminal = stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: isTerminal });
  let isInterrupted = false;
  lines.once('SIGINT', () => {
    isInterrupted = true;
    lines.close();
  });
  // Prompt only after the echo is off.
  if (isTerminal) stderr.write(prompt);
  try {
    for await (const line of lines) return printable(isTerminal ? line : line.trim());
    if (isInterrupted) throw new Interrupted();
    return '';
  } finally {
    lines.close();
    if (isTerminal) stderr.write('\n');
  }
}

/** Ctrl-C at a prompt. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted; nothing was changed.');
  }
}

/** A file in UTF-16 has zeros between its characters. */
function printable(password: string): string {
  if (!/\p{Cc}/u.test(password)) return password;
  throw new Error('The password has control characters: give it as one line of text in UTF-8.');
}
