import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { holdAlone } from './sqlite/hold-alone';

/** Added to a file's name: the folder, nobody else's to read, in which it is made. */
const PARTIAL = '.botmeter-partial';
/** In that folder: held by whoever works there, so that a left-over is told from work under way. */
const LOCK = 'lock';

/** Makes a file that appears whole or not at all, and is on the disk for certain when this resolves. */
export function makeWhole<R>(file: string, write: (partial: string) => R | Promise<R>): Promise<R> {
  return withPartial(file, async (partial) => {
    const result = await write(partial);
    sync(partial);
    // What `write` removed beside it is gone before there is anything in its place, even after a loss of power.
    sync(dirname(file));
    renameSync(partial, file);
    sync(dirname(file));
    return result;
  });
}

/** Lends `use` an empty file beside another, for its owner's eyes: it goes with its end, or with the next such call. */
export async function withPartial<R>(file: string, use: (partial: string) => Promise<R>): Promise<R> {
  const folder = file + PARTIAL;
  removeLeftOvers(dirname(file));
  const lock = claim(folder);
  try {
    const partial = join(folder, 'database');
    closeSync(openSync(partial, 'wx', 0o600));
    return await use(partial);
  } catch (error) {
    // Of the system, of SQLite or of PostgreSQL, none of which names the file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${file} could not be written: ${error.message}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.close();
  }
}

function claim(folder: string): Database {
  for (;;) {
    try {
      // One that is there already may be anyone's: nothing is written into it.
      mkdirSync(folder, { mode: 0o700 });
      const lock = holdAlone(join(folder, LOCK));
      if (lock !== null) return lock;
    } catch (error) {
      // Another command may have taken it for a left-over, before there was a lock in it.
      if (!existsSync(folder)) continue;
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    throw new Error(`${folder} is in the way: another command is at work there, or it is another user's.`);
  }
}

/** What commands that were killed left in a folder; what is still at work stays. */
function removeLeftOvers(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(PARTIAL))) {
    const leftOver = join(folder, name);
    try {
      const lock = holdAlone(join(leftOver, LOCK));
      if (lock === null) continue;
      rmSync(leftOver, { recursive: true, force: true });
      lock.close();
    } catch {
      // Another user's: neither ours to remove nor in the way.
    }
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
