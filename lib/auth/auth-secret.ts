import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';

const LENGTH_MIN = 32;

/**
 * The secret that signs sessions, kept in a file that only its owner can read; made on first use. Of several processes
 * that make it at once one wins.
 */
export function keptAuthSecret(file: string): string {
  const kept = read(file);
  if (kept !== null) return kept;
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(partial, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(partial);
  }
  return read(file) ?? fail(file);
}

function read(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return text.length >= LENGTH_MIN ? text : fail(file);
}

function fail(file: string): never {
  throw new Error(
    `The secret in ${file} is too short; delete the file to have a new one made (all sign in again).`,
  );
}
