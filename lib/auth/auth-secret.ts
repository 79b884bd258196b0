import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const LENGTH_MIN = 32;
/** Suffix of the temp file's name, followed by a random part: no other process writes that file. */
const TEMP = '.botmeter-temp-';

/**
 * The secret that signs sessions, stored in a file with mode 0600 and created on first use. If several processes
 * create it at once, one wins. It is synced to disk before it gets its name: a truncated secret would stop every
 * start.
 */
export function loadAuthSecret(file: string): string {
  const stored = readAuthSecret(file);
  if (stored !== null) {
    removeLeftovers(file);
    return stored;
  }
  const temp = `${file}${TEMP}${randomBytes(8).toString('hex')}`;
  try {
    writeNew(temp, `${randomBytes(48).toString('base64url')}\n`);
    linkSync(temp, file);
    sync(dirname(file));
  } catch (error) {
    // Another process won, and may have removed our temp file as a leftover: use its secret.
    if (!hasCode(error, 'EEXIST') && !hasCode(error, 'ENOENT')) throw error;
  } finally {
    rmSync(temp, { force: true });
  }
  return readAuthSecret(file) ?? fail(file);
}

function writeNew(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function sync(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Removes temp files of killed starts, whose secrets never signed anything. */
function removeLeftovers(file: string): void {
  const prefix = basename(file) + TEMP;
  const leftOvers = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix));
  for (const name of leftOvers) rmSync(join(dirname(file), name), { force: true });
}

/** The stored secret; `null` if there is none. Throws if it is too short. */
export function readAuthSecret(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text.length < LENGTH_MIN) return fail(file);
    makePrivate(file);
    return text;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Restricts a file that others can read, as copies often are. A mounted secret of another user is left as it is. */
function makePrivate(file: string): void {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'EROFS')) throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

function fail(file: string): never {
  throw new Error(
    `The secret in ${file} is too short; delete the file, and a new one is generated (everyone signs in again).`,
  );
}

/** The generated secret is kept in the folder of the embedded database. */
export const authSecretFile = (file: string): string => join(dirname(file), 'auth-secret');
