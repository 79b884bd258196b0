import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { Kysely, SqliteDialect } from 'kysely';
import type { DatabaseAddress } from '@/lib/data/database-address';
import { makeFoldersOf, requireFilePlace } from '@/lib/data/file-place';
import { openPostgres } from '@/lib/data/postgres/open';
import { COMMAND } from '@/lib/data/postgres/pool';
import { requireNoServer } from '@/lib/data/postgres/spread';
import type { Schema } from '@/lib/data/schema';
import { openExclusive } from '@/lib/data/sqlite/files';
import { schemaVersion } from '@/lib/data/sqlite/open';
import { ENDED_BY_RESTORE, isRestored } from '@/lib/data/table-list';
import { noProgress, type Progress } from '@/lib/ports/progress';
import SqliteDatabase, { type Database, SqliteError } from '../sqlite/driver.mjs';
import { withTempFile, writeAtomically } from './atomic-file';
import { requireChecksum } from './checksum';
import { type CopyOptions, copyDatabase, copyInto, countRows, type TableCounts } from './copy-database';
import { copyBackupPages } from './copy-pages';
import { hasCurrentSchema, inspect } from './inspect';
import { RESTORE_ENTRY, type RestoredAccess, withdrawAccess } from './restored-access';
import { liveKeys, peopleWithFactor } from './restored-review';

/** `counts`: rows of the backup, without the tables in `ended`. */
export type Restored = RestoredAccess & { readonly counts: TableCounts };

/**
 * Replaces a database by a backup. Refused while a process has the database open, or if it has data and `isForced` is
 * not set. The backup is verified first and never written to; the old database stays until the new one is complete.
 * Access withdrawn since the backup stays withdrawn, as far as the old database shows it.
 */
export async function restore(
  file: string,
  to: DatabaseAddress,
  isForced: boolean,
  nowMs: number,
  progress: Progress = noProgress,
): Promise<Restored> {
  requireFilePlace(file);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  await requireChecksum(file);
  const { counts, schemaProblems } = await inspect(file, progress);
  if (schemaProblems.length > 0)
    throw new Error(`${file} is not a valid backup: ${schemaProblems.join(' ')}`);
  const kept = Object.entries(counts).filter(([table]) => !ENDED_BY_RESTORE.includes(table));
  const access = await (to.kind === 'postgres'
    ? restoreIntoPostgres(file, to, isForced, counts, nowMs, progress)
    : // Resolves a symbolic link: the database itself is replaced.
      replaceSqliteFile(
        existsSync(to.file) ? realpathSync(to.file) : to.file,
        file,
        isForced,
        nowMs,
        progress,
      ));
  return { ...access, counts: Object.fromEntries(kept) };
}

/** Restores into an empty PostgreSQL database, which does not know what was withdrawn since the backup. */
async function restoreIntoPostgres(
  file: string,
  to: DatabaseAddress & { kind: 'postgres' },
  isForced: boolean,
  counts: TableCounts,
  nowMs: number,
  progress: Progress,
): Promise<RestoredAccess> {
  if (isForced)
    throw new Error('--force is for the embedded database: empty the PostgreSQL database yourself.');
  await requireUnused(to.url);
  let withdrawn: RestoredAccess['withdrawn'] = [];
  const writeAlso = async (write: Kysely<Schema>) => {
    // Their owners may have turned Public off since.
    const published = write
      .updateTable('bots')
      .set({ is_public: 0, shows_deploys: 0 })
      .where('is_public', '=', 1);
    const rows = await published.returning('id').execute();
    withdrawn = rows.map(({ id }) => ({ change: 'bot-unpublished', botId: id }));
    const after_json = JSON.stringify({ changes: withdrawn.length });
    const entry = { ...RESTORE_ENTRY, at_ms: nowMs, after_json };
    await write.insertInto('audit_log').values(entry).execute();
  };
  await copyBackup(file, to, { isWanted: isRestored, writeAlso, progress });
  const database = new SqliteDatabase(file, { readonly: true });
  const keysToReview = liveKeys(database, nowMs, 'main');
  const factorsToReview = peopleWithFactor(database, 'main');
  database.close();
  const ended = Object.entries(counts).filter(([table]) => ENDED_BY_RESTORE.includes(table));
  return { ended: Object.fromEntries(ended), withdrawn, isAllKnown: false, keysToReview, factorsToReview };
}

async function replaceSqliteFile(
  file: string,
  backup: string,
  isForced: boolean,
  nowMs: number,
  progress: Progress,
): Promise<RestoredAccess> {
  requireFilePlace(file);
  makeFoldersOf(file);
  const wasThere = existsSync(file);
  if (!isForced && sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0) throw new Error(hasData(file));
  // Held until the new file is in place: a server that starts meanwhile waits and then opens the new file.
  const old = lockExclusively(file);
  try {
    await requireReplaceable(old, file, isForced);
    return await writeAtomically(file, async (tempFile) => {
      await copyBackupPages(backup, tempFile, { isPaced: false, progress });
      const access = withdrawAccess(tempFile, old, nowMs);
      // Side files of the old database: SQLite would apply them to the new one.
      for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
      return access;
    });
  } finally {
    if (!wasThere && sizeOf(file) === 0) rmSync(file);
    old.close();
  }
}

function lockExclusively(file: string): Database {
  let held: Database | null;
  try {
    held = openExclusive(file);
  } catch (error) {
    const isUnreadable = error instanceof SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
    const advice = isUnreadable ? ' Move it away, with its -wal and -shm, and restore again.' : '';
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${file} cannot be replaced: ${reason}.${advice}`, { cause: error });
  }
  if (held === null) throw new Error(`Another process has ${file} open: stop the server first.`);
  return held;
}

const hasData = (file: string) => `${file} has data; --force replaces it.`;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws unless the database is empty, or `isForced` and not another program's (damaged or newer is allowed). */
async function requireReplaceable(database: Database, file: string, isForced: boolean): Promise<void> {
  if (!(await isEmpty(database, file)) && !isForced) throw new Error(hasData(file));
}

async function isEmpty(database: Database, file: string): Promise<boolean> {
  try {
    if (schemaVersion(database) === null) return true;
    const counts = await countRows(new Kysely<Schema>({ dialect: new SqliteDialect({ database }) }));
    return Object.values(counts).every((n) => n === 0);
  } catch (error) {
    // Damaged, or without the tables of this version: its content is unknown.
    if (error instanceof SqliteError) return false;
    throw new Error(`${file} cannot be replaced: ${error instanceof Error ? error.message : error}`);
  }
}

/** Throws if a server is connected to the PostgreSQL database. */
async function requireUnused(url: string): Promise<void> {
  const pool = await openPostgres({ ...COMMAND, url });
  try {
    await requireNoServer(pool);
  } finally {
    await pool.end();
  }
}

/** Migrates a backup of an older version in a temporary copy. */
async function copyBackup(file: string, to: DatabaseAddress, options: CopyOptions): Promise<void> {
  if (hasCurrentSchema(file)) {
    const database = new SqliteDatabase(file, { readonly: true });
    await copyInto(new Kysely<Schema>({ dialect: new SqliteDialect({ database }) }), to, options);
  } else {
    await withTempFile(file, async (tempFile) => {
      await copyBackupPages(file, tempFile, { isPaced: false, progress: options.progress ?? noProgress });
      await copyDatabase({ kind: 'sqlite', file: tempFile }, to, options);
    });
  }
}
