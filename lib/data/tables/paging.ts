import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { PAGE_SIZE, type PageQuery } from '@/lib/services/ports';

/** True for rows in which any of `columns` contains `text`, whatever the case; for every row when there is no text. */
export function matches(text: string, columns: readonly string[]): Expression<SqlBool> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return sql<SqlBool>`1 = 1`;
  const pattern = `%${wanted.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
  const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** The rows of one page, sorted by one of `sorts` (the first when unknown) and then by the unique `tieBreak`. */
export function inPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { sort, isDescending, page }: PageQuery,
  sorts: Readonly<Record<string, string>>,
  tieBreak: string,
): SelectQueryBuilder<DB, TB, O> {
  const column = Object.hasOwn(sorts, sort) ? sorts[sort] : Object.values(sorts)[0];
  const direction = isDescending ? 'desc' : 'asc';
  return query
    .orderBy(sql.ref(column ?? tieBreak), direction)
    .orderBy(sql.ref(tieBreak), direction)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
}

/** How many rows `query` has in all. */
export async function totalOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return Number((row as { n: number }).n);
}
