import SqliteDatabase, { type Database, SqliteError } from 'better-sqlite3';
import { schemaProblems } from '@/lib/data/sqlite/check-schema';
import { ENDED_BY_RESTORE } from '@/lib/data/table-list';
import type { AuditEntry } from '@/lib/domain/audit';
import type { TableCounts } from './copy-rows';
import { hasTable, KEY, type KeyRef, type Withdrawn, withdrawAgain } from './withdrawn-access';

/** What a restore did with the access that the backup grants. */
export type RestoredAccess = {
  /** Rows not restored, by table: sessions and setup links. */
  readonly ended: TableCounts;
  /** Access that was withdrawn after the backup, and has been withdrawn again. */
  readonly withdrawn: readonly Withdrawn[];
  /** `false` if there was no old database, it was unreadable, or it does not continue from this backup. */
  readonly isAllKnown: boolean;
  /** Restored keys that work again and may have been withdrawn since; empty if `isAllKnown`. */
  readonly keysToReview: readonly KeyRef[];
};

/** Ends and withdraws access in the file that will replace `replaced`, in one transaction. */
export function withdrawAccess(file: string, replaced: Database, nowMs: number): RestoredAccess {
  const restored = new SqliteDatabase(file);
  try {
    // Checked again: the backup may have changed since, and from here on its triggers would run.
    const [problem] = schemaProblems(restored);
    if (problem !== undefined) throw new Error(`it is not a valid backup: ${problem}`);
    // No journal file: after a kill the temp file is deleted anyway.
    restored.pragma('journal_mode = MEMORY');
    return restored
      .transaction(() => {
        const ended = endAll(restored);
        const isKnown = isContinuationOf(restored, replaced);
        const withdrawn = readIfIntact(restored, () =>
          withdrawAgain(restored, replaced, isKnown === true, nowMs),
        );
        record(restored, withdrawn?.length ?? 0, nowMs);
        const isAllKnown = isKnown === true && withdrawn !== null;
        const keysToReview = isAllKnown ? [] : liveKeys(restored, nowMs);
        return { ended, withdrawn: withdrawn ?? [], isAllKnown, keysToReview };
      })
      .immediate();
  } finally {
    restored.close();
  }
}

function endAll(restored: Database): TableCounts {
  const tables = ENDED_BY_RESTORE.filter((table) => hasTable(restored, table));
  return Object.fromEntries(
    tables.map((table) => [table, restored.prepare(`DELETE FROM ${table}`).run().changes]),
  );
}

/**
 * Whether the replaced database contains the backup's last audit entry, and so every later change; `null` if it
 * cannot be read. Sign-ins and denials are ignored: newer versions store them elsewhere.
 */
function isContinuationOf(restored: Database, replaced: Database): boolean | null {
  const last = restored
    .prepare<[], Entry>(
      `SELECT id, at_ms, actor, action, subject FROM audit_log
       WHERE action NOT LIKE 'sign-in%' AND action <> 'deny' ORDER BY id DESC LIMIT 1`,
    )
    .get();
  if (last === undefined) return false;
  return readIfIntact(restored, () => {
    const same = replaced.prepare(
      `SELECT 1 FROM audit_log
       WHERE id = @id AND at_ms = @at_ms AND actor = @actor AND action = @action AND subject = @subject`,
    );
    return same.get(last) !== undefined;
  });
}

type Entry = { id: number; at_ms: number; actor: string; action: string; subject: string };

const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|ERROR|IOERR)/;

/** Runs `read`; returns `null` if the replaced database is damaged or lacks a table or column of this version. */
function readIfIntact<R>(restored: Database, read: () => R): R | null {
  try {
    return read();
  } catch (error) {
    const isUnreadable = error instanceof SqliteError && UNREADABLE.test(error.code);
    // An error in the restored database would have rolled back its transaction.
    if (isUnreadable && restored.inTransaction) return null;
    throw error;
  }
}

function record(restored: Database, changes: number, nowMs: number): void {
  restored
    .prepare('INSERT INTO audit_log (at_ms, actor, action, subject, after_json) VALUES (?, ?, ?, ?, ?)')
    .run(nowMs, 'operator', RESTORE_ENTRY.action, RESTORE_ENTRY.subject, JSON.stringify({ changes }));
}

/** The entry that a restore adds to the restored audit log. */
export const RESTORE_ENTRY = {
  actor: 'operator',
  action: 'database.restore',
  subject: 'database',
} as const satisfies AuditEntry;

/** Keys that are live at `nowMs`, even if their bot or owner is disabled. */
export const liveKeys = (database: Database, nowMs: number): KeyRef[] =>
  database
    .prepare<[number], KeyRef>(
      `SELECT ${KEY} FROM api_keys WHERE revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?)
       ORDER BY bot_id, created_at_ms, id`,
    )
    .all(nowMs);
