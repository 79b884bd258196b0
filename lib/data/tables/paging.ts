import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { PAGE_SIZE, type PageQuery } from '@/lib/domain/text/paging';
import type { Schema } from '../schema';

/**
 * A condition: any of `columns` contains `text`, ignoring the case of A to Z (the letters whose case both databases
 * know). Always true if `text` is empty.
 */
export function matches(text: string, columns: readonly string[]): Expression<SqlBool> {
  const wanted = text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (wanted === '') return sql<SqlBool>`1 = 1`;
  const pattern = `%${wanted.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
  const conditions = columns.map((column) => sql`lower(${byBytes(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

type Sorts = Readonly<Record<string, RawBuilder<string | number>>>;

/** Compares text by bytes on both databases: PostgreSQL's default order and case rules depend on its locale. */
export const byBytes = (column: string) => sql<string>`${sql.ref(column)} collate "binary"`;

export const byNumber = (column: string) => sql<number>`${sql.ref(column)}`;

/** Sorts NULL as time 0, because the databases differ in where NULL goes. */
export const byTime = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`;

/** One page of rows, sorted by one of `sorts` (the first if unknown) and then by the unique column `id`. */
export function inPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { sort, isDescending, page }: PageQuery,
  sorts: Sorts,
  id: string,
  tieBreak: RawBuilder<string | number> = byBytes(id),
): SelectQueryBuilder<DB, TB, O> {
  const value = (Object.hasOwn(sorts, sort) ? sorts[sort] : Object.values(sorts)[0]) ?? tieBreak;
  const direction = isDescending ? 'desc' : 'asc';
  const inOrder = query.orderBy(value, direction).orderBy(tieBreak, direction);
  // Selects the ids of the page first and then only those rows: sorting whole rows takes several times as long.
  const ids = inOrder
    .clearSelect()
    .select(sql.ref(id).as('id'))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  // MATERIALIZED, so that they are found once: PostgreSQL would find them again for each row of a table that grew after ANALYZE.
  return inOrder.where(
    sql<SqlBool>`${sql.ref(id)} in (with page as materialized ${ids} select id from page)`,
  );
}

/** Counts the rows of `query` over all pages. */
export async function totalOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return Number((row as { n: number }).n);
}

/** Rows per statement: SQLite accepts 32 766 parameters. */
const ROWS_AT_ONCE = 1_000;

/** Runs statements for as many rows at a time as both databases take, and returns all results. */
export async function inChunks<T, R>(
  all: readonly T[],
  run: (some: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    results.push(...(await run(all.slice(from, from + ROWS_AT_ONCE))));
  }
  return results;
}

const DUE = {
  events: { due: sql.ref<number>('due_at_ms'), waits: sql<boolean>`routed_at_ms IS NULL` },
  deliveries: { due: sql.ref<number>('next_at_ms'), waits: sql<boolean>`next_at_ms IS NOT NULL` },
  mails: { due: sql.ref<number>('next_at_ms'), waits: sql<boolean>`next_at_ms IS NOT NULL` },
};

/** Rows that wait to be handled, and when the first of them is or was due; `null` if none waits. */
type Waiting = { readonly count: number; readonly oldestDueAtMs: number | null };

/** What waits in a table. Each has an index of the rows that wait. */
export async function waitingIn(db: Kysely<Schema>, table: keyof typeof DUE): Promise<Waiting> {
  const { due, waits } = DUE[table];
  const { rows } = await sql<{ n: number; oldest: number | null }>`
    SELECT count(*) AS n, min(${due}) AS oldest FROM ${sql.table(table)} WHERE ${waits}`.execute(db);
  const [row] = rows;
  return { count: Number(row?.n ?? 0), oldestDueAtMs: row?.oldest ?? null };
}
