import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { PAGE_SIZE, type PageQuery } from '@/lib/services/ports';

/** True for rows in which any of `columns` contains `text`, whatever the case; for every row when there is no text. */
export function matches(text: string, columns: readonly string[]): Expression<SqlBool> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return sql<SqlBool>`1 = 1`;
  const pattern = `%${wanted.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
  const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Columns, or what takes their place: of what can be unknown a moment that was never, as databases disagree where it goes. */
type Sorts = Readonly<Record<string, string | RawBuilder<number>>>;

export const momentOrNever = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`;

/** The rows of one page, sorted by one of `sorts` (the first when unknown) and then by the unique `tieBreak`. */
export function inPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { sort, isDescending, page }: PageQuery,
  sorts: Sorts,
  tieBreak: string,
): SelectQueryBuilder<DB, TB, O> {
  const value = (Object.hasOwn(sorts, sort) ? sorts[sort] : Object.values(sorts)[0]) ?? tieBreak;
  const direction = isDescending ? 'desc' : 'asc';
  const inOrder = query
    .orderBy(typeof value === 'string' ? sql.ref(value) : value, direction)
    .orderBy(sql.ref(tieBreak), direction);
  // The page's rows are found by id alone, and only they are read whole: sorting whole rows takes several times as long.
  const ids = inOrder
    .clearSelect()
    .select(sql.ref(tieBreak).as('id'))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return inOrder.where(sql<SqlBool>`${sql.ref(tieBreak)} in ${ids}`);
}

/** How many rows `query` has in all. */
export async function totalOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return Number((row as { n: number }).n);
}
