import { type Kysely, sql } from 'kysely';
import type { Waiting } from '@/lib/ports/events';
import type { Schema } from '../schema';

const DUE = {
  events: { due: sql.ref<number>('due_at_ms'), waits: sql<boolean>`routed_at_ms IS NULL` },
  deliveries: { due: sql.ref<number>('next_at_ms'), waits: sql<boolean>`next_at_ms IS NOT NULL` },
  mails: { due: sql.ref<number>('next_at_ms'), waits: sql<boolean>`next_at_ms IS NOT NULL` },
};

/** What waits in a table. Each has an index of the rows that wait. */
export async function waitingIn(db: Kysely<Schema>, table: keyof typeof DUE): Promise<Waiting> {
  const { due, waits } = DUE[table];
  const { rows } = await sql<{ n: number; oldest: number | null }>`
    SELECT count(*) AS n, min(${due}) AS oldest FROM ${sql.table(table)} WHERE ${waits}`.execute(db);
  const [row] = rows;
  return { count: Number(row?.n ?? 0), oldestDueAtMs: row?.oldest ?? null };
}
