import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { explained, requireFilePlace } from '@/lib/data/file-place';
import { openExclusive } from '@/lib/data/sqlite/files';
import type { Database } from '../sqlite/driver.mjs';

/** Suffix of the private folder next to a file in which its temp file is written. */
const TEMP_SUFFIX = '.botmeter-partial';
/** Lock file in that folder, held while a command works there: without the lock the folder is a leftover. */
const LOCK = 'lock';
/** All files that can be in that folder. */
const EXPECTED_FILES = /^(database|lock)(-journal|-wal|-shm)?$/;

/** Writes a file atomically: it appears complete or not at all, and is synced to disk when this resolves. */
export function writeAtomically<R>(file: string, write: (tempFile: string) => R | Promise<R>): Promise<R> {
  return withTempFile(file, async (tempFile) => {
    const result = await write(tempFile);
    sync(tempFile);
    // First sync the deletions of `write`: after a power loss the old side files must not be next to the new file.
    sync(dirname(file));
    renameSync(tempFile, file);
    sync(dirname(file));
    return result;
  });
}

/**
 * Creates a 0600 temp file next to `file` and removes it when `use` settles. Leftovers of killed commands are removed
 * first.
 */
export async function withTempFile<R>(file: string, use: (tempFile: string) => Promise<R>): Promise<R> {
  requireFilePlace(file);
  const folder = file + TEMP_SUFFIX;
  const lock = lockedFolder(folder, file);
  try {
    const tempFile = join(folder, 'database');
    closeSync(openSync(tempFile, 'wx', 0o600));
    return await use(tempFile);
  } catch (error) {
    // Errors of the system, SQLite and PostgreSQL do not name the file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${file} could not be written: ${error.message}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.close();
  }
}

/** Removes leftovers next to a file, and makes the locked folder for its temp file. */
function lockedFolder(folder: string, file: string): Database {
  try {
    removeLeftovers(dirname(file));
    return createLocked(folder);
  } catch (error) {
    throw error instanceof Error && 'code' in error ? explained(file, error) : error;
  }
}

/** Another command may remove a folder as a leftover before it is locked; more often than this nobody does. */
const TRIES_MAX = 10;

function createLocked(folder: string): Database {
  for (let tries = 1; ; tries++) {
    let isMade = false;
    try {
      // Fails if the folder exists: another user may own it, so nothing is written into it.
      mkdirSync(folder, { mode: 0o700 });
      isMade = true;
      const lock = openExclusive(join(folder, LOCK));
      if (lock !== null) return lock;
    } catch (error) {
      const isGone = lstatSync(folder, { throwIfNoEntry: false }) === undefined;
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (isGone && (isMade || isThere) && tries < TRIES_MAX) continue;
      if (!isThere) throw error;
    }
    throw new Error(`${folder} is in the way: another command uses it, or it belongs to another user.`);
  }
}

/** Removes what killed commands left in a folder; folders in use stay. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(TEMP_SUFFIX))) {
    const leftover = join(folder, name);
    try {
      if (lstatSync(leftover).isFile()) rmSync(leftover);
      if (!isLeftover(leftover)) continue;
      const lock = openExclusive(join(leftover, LOCK));
      if (lock === null) continue;
      for (const file of readdirSync(leftover)) rmSync(join(leftover, file));
      rmdirSync(leftover);
      lock.close();
    } catch {
      // Another user's folder: it stays, and does no harm.
    }
  }
}

/**
 * Whether our command created this folder: owned by us, writable only by us, and with only our files in it. Anything
 * that others may have planted, such as a symbolic link, is never opened or removed.
 */
function isLeftover(folder: string): boolean {
  const found = lstatSync(folder);
  const isOurs = found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0;
  if (!found.isDirectory() || !isOurs) return false;
  const files = readdirSync(folder, { withFileTypes: true });
  return files.every((file) => file.isFile() && EXPECTED_FILES.test(file.name));
}

/** Writes a small file, for its owner alone: it appears whole, and is synced. */
export function writeFileDurably(file: string, content: string): void {
  const temp = `${file}${TEMP_SUFFIX}`;
  try {
    writeFileSync(temp, content, { mode: 0o600 });
    sync(temp);
    renameSync(temp, file);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error instanceof Error && 'code' in error ? explained(file, error) : error;
  }
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
