import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Reads a password from the first line of standard input; on a terminal prompts for it without echo. What editors leave
 * around the line of a file (a byte-order mark, blanks) is no part of the password.
 */
export async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  // Prompt only after the echo is off.
  if (isTerminal) process.stderr.write(prompt);
  try {
    for await (const line of lines) return printable(isTerminal ? line : line.trim());
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

/** A file in UTF-16 has zeros between its characters. */
function printable(password: string): string {
  if (!/\p{Cc}/u.test(password)) return password;
  throw new Error('The password has control characters: give it as one line of text in UTF-8.');
}
