import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { PAGE_SIZE, type PageQuery } from '@/lib/services/ports';

/**
 * True for rows in which any of `columns` contains `text`, whatever the case of its letters from A to Z (both databases
 * know the case of those); for every row when there is no text.
 */
export function matches(text: string, columns: readonly string[]): Expression<SqlBool> {
  const wanted = text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (wanted === '') return sql<SqlBool>`1 = 1`;
  const pattern = `%${wanted.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
  const conditions = columns.map((column) => sql`lower(${byBytes(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

type Sorts = Readonly<Record<string, RawBuilder<string | number>>>;

/** A text as both databases compare it: PostgreSQL's own order, and what it takes for capitals, depend on its locale. */
export const byBytes = (column: string) => sql<string>`${sql.ref(column)} collate "binary"`;

export const byNumber = (column: string) => sql<number>`${sql.ref(column)}`;

/** What is unknown counts as a moment that was never: the databases disagree where it goes. */
export const momentOrNever = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`;

/** The rows of one page, sorted by one of `sorts` (the first when unknown) and then by their unique column `id`. */
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
  // The page's rows are found by id alone, and only they are read whole: sorting whole rows takes several times as long.
  const ids = inOrder
    .clearSelect()
    .select(sql.ref(id).as('id'))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return inOrder.where(sql<SqlBool>`${sql.ref(id)} in ${ids}`);
}

/** How many rows `query` has in all. */
export async function totalOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return Number((row as { n: number }).n);
}
