import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads a password from the first line of standard input; on a terminal prompts for it without echo. */
export async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  // Prompt only after the echo is off.
  if (isTerminal) process.stderr.write(prompt);
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
