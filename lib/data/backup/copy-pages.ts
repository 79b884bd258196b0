import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import type { Progress } from '@/lib/ports/progress';
import SqliteDatabase, { type Database } from '../sqlite/driver.mjs';
import { openExclusive } from '../sqlite/files';
import { megabytes } from './growth';

/** 1 MiB: the commits of a server on the same disk wait for the sync of no more. */
const PAGES_PER_STEP = 256;
/** After each step the disk is left to others for this many times as long as the step took. */
const PAUSE = 2;
const PAUSE_MAX_MS = 500;

type Options = {
  /** Whether a server may use the disk meanwhile. */
  readonly isPaced: boolean;
  readonly progress: Progress;
};

/**
 * Copies all pages of a database into an empty file, which then holds all data without a WAL. In steps, each with its own
 * sync: with one sync at the end, the commits of a server would wait for all of it. Within a transaction of `database` the
 * copy is of the state that the transaction reads, whatever others commit.
 */
export async function copyPages(
  database: Database,
  into: string,
  { isPaced, progress }: Options,
): Promise<void> {
  const bytesPerPage = Number(database.pragma('page_size', { simple: true }));
  const descriptor = openSync(into, 'r');
  let startedAt = performance.now();
  try {
    await database.backup(into, {
      progress({ totalPages, remainingPages }) {
        const megabytesOf = (pages: number) => megabytes(pages * bytesPerPage);
        progress(
          'Copying the pages',
          megabytesOf(totalPages - remainingPages),
          megabytesOf(totalPages),
          'MB',
        );
        fdatasyncSync(descriptor);
        if (isPaced) sleep(Math.min(PAUSE_MAX_MS, PAUSE * (performance.now() - startedAt)));
        startedAt = performance.now();
        return PAGES_PER_STEP;
      },
    });
  } finally {
    closeSync(descriptor);
  }
  openExclusive(into)?.close();
}

/** Copies all pages of a backup into an empty file. */
export async function copyBackupPages(file: string, into: string, options: Options): Promise<void> {
  const backup = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    await copyPages(backup, into, options);
  } finally {
    backup.close();
  }
}

/** Blocks: the driver asks for no promise between two steps. */
const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
