import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema';

/** In place of a value while a query is compiled. */
class Parameter {
  constructor(readonly at: number) {}
}

/**
 * A query that is built and compiled at its first use, for what every page reads: Kysely takes longer to do that than SQLite
 * to find a row. `build` must use each value as a parameter and never look at it.
 */
export function compiledList<Values extends readonly (string | number)[], Row, Item>(
  db: Kysely<Schema>,
  build: (...values: Values) => Compilable<Row>,
  toItem: (row: Row) => Item,
): (...values: Values) => Promise<Item[]> {
  let query: CompiledQuery<Row> | undefined;
  return async (...values) => {
    query ??= build(...(values.map((_, at) => new Parameter(at)) as unknown as Values)).compile();
    const parameters = query.parameters.map((one) => (one instanceof Parameter ? values[one.at] : one));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows.map(toItem);
  };
}

/** compiledList for a query that finds at most one row. */
export function compiledFind<Values extends readonly (string | number)[], Row, Item>(
  db: Kysely<Schema>,
  build: (...values: Values) => Compilable<Row>,
  toItem: (row: Row) => Item,
): (...values: Values) => Promise<Item | null> {
  const list = compiledList(db, build, toItem);
  return async (...values) => (await list(...values))[0] ?? null;
}
