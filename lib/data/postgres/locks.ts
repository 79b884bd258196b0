import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Lock } from '@/lib/ports/ports';
import type { Schema } from '../schema';

/**
 * Versions up to 0.1 take this lock exclusively for every write. Newer ones share it, which excludes old instances
 * during an upgrade.
 */
const EVERY_WRITE = 0x77_72_69_74n;

/** Takes all locks until the end of the transaction, always in the same order, so that writes cannot deadlock. */
export async function takeLocks(db: Kysely<Schema>, locks: readonly Lock[]): Promise<void> {
  const isShared = new Map<bigint, boolean>();
  for (const lock of locks) {
    const key = keyOf(lock.name);
    isShared.set(key, lock.isShared && isShared.get(key) !== false);
  }
  const ordered = [...isShared].sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = [EVERY_WRITE, ...ordered.map(([key]) => key)].map(String);
  const shares = [true, ...ordered.map(([, shares]) => shares)];
  // Rows are processed in the order of the arrays.
  await sql`SELECT CASE WHEN is_shared THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END
    FROM unnest(${keys}::bigint[], ${shares}::boolean[]) AS wanted (key, is_shared)`.execute(db);
}

/** 64 bits of a digest. A collision would only make two writes wait for each other. */
const keyOf = (name: string): bigint => createHash('sha256').update(name).digest().readBigInt64BE();
