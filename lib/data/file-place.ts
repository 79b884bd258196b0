import { existsSync, mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Where the system shows itself as files; /dev/shm is a folder like others. */
const OF_SYSTEM = /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/;
/** Folders of the project whose files anyone can load, or that the next build deletes. */
const OF_PROJECT = ['public', '.next', 'dist', 'node_modules'];

/**
 * Throws unless a database or a backup can be at this path: every path that a command or a setting names is checked
 * here. Opening a pipe or a file of the system could wait for ever.
 */
export function requireFilePlace(file: string): void {
  if (found(file)?.isFile() === false) throw new Error(`${file} is not a regular file.`);
  const path = realPath(resolve(file));
  if (OF_SYSTEM.test(path)) throw new Error(`${file} is in no place for a database.`);
  const ofProject = OF_PROJECT.find((folder) => path.startsWith(realPath(resolve(folder)) + sep));
  if (ofProject !== undefined)
    throw new Error(`${file} is in no place for a database: the folder ${ofProject} is part of the program.`);
}

/** Throws too for a link that leads to itself. */
function found(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw explained(file, error);
  }
}

/** Of the part of the path that exists. */
const realPath = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));

/** Makes the folders of a file, for this user alone. Not by `recursive`, which reports a read-only disk as a missing file. */
export function makeFoldersOf(file: string): void {
  const folder = dirname(file);
  if (existsSync(folder)) return;
  makeFoldersOf(folder);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw explained(folder, error);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const WORDS: Readonly<Record<string, (file: string) => string>> = {
  EACCES: (file) => `this user may not write in the folder ${dirname(file)}`,
  EPERM: (file) => `this user may not write in the folder ${dirname(file)}`,
  EROFS: (file) => `the folder ${dirname(file)} is on a read-only disk`,
  ENOENT: (file) => `there is no folder ${dirname(file)}`,
  ENOTDIR: (file) => `${existing(file)} is not a folder`,
  ELOOP: () => 'it is a link that leads to itself',
  ENAMETOOLONG: () => 'its name is too long',
  ENOSPC: () => 'the disk is full',
};

/** The part of a path that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/** The error of the system about a path, as what it is for the operator. */
export function explained(file: string, cause: unknown): Error {
  const words = WORDS[String(codeOf(cause))];
  const reason = words?.(file) ?? (cause instanceof Error ? cause.message : String(cause));
  return new Error(`${file} cannot be used: ${reason}.`, { cause });
}
