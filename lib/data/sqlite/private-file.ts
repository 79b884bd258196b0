import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Files that SQLite creates next to a database, with the mode that the database has at that time. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/** Where the system shows itself as files; /dev/shm is a folder like others. */
const NO_PLACE = /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/;

/** Throws unless a database can be at this path: opening a pipe or a file of the system could wait for ever. */
export function requirePlace(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new Error(`${file} is not a regular file.`);
  if (NO_PLACE.test(realPath(resolve(file)))) throw new Error(`${file} is in no place for a database.`);
}

/** Of the part of the path that exists. */
const realPath = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));

/**
 * Creates an empty database file with mode 0600 if there is none; SQLite itself would follow the umask. Never opens
 * an existing file: closing it would release this process's locks on it.
 */
export function createPrivate(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
  // Follows a dangling symbolic link, which an operator may have set up.
  const descriptor = openSync(file, 'a', 0o600);
  closeSync(descriptor);
  chmodSync(file, 0o600);
}

/**
 * Removes the permissions of group and others from a database and its side files. Files of another user are left as
 * they are.
 */
export function makePrivate(file: string): void {
  for (const path of ['', ...SIDE_FILES].map((suffix) => file + suffix)) {
    try {
      const found = statSync(path);
      if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
    }
  }
}
