/** One forward-only schema change, run in one transaction. Never edited after its release. */
export type Migration = {
  /** Consecutive, from 1. */
  readonly version: number;
  readonly name: string;
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
  /**
   * What PostgreSQL runs besides where the bots are spread over a cluster: the place of each new table. Citus does not hold
   * transactions together that write a table which it does not know.
   */
  readonly spread?: readonly string[];
};

type Statements = Pick<Migration, 'sqlite' | 'postgres'>;

/** What PostgreSQL runs for a statement that is written for SQLite: its names of the types, and no options of tables. */
export const forPostgres = (statement: string): string =>
  statement
    .replace(/\bINTEGER\b/g, 'bigint')
    .replace(/\bTEXT\b/g, 'text')
    .replace(/\) STRICT(, WITHOUT ROWID)?$/, ')');

/** What SQLite runs. */
export const forSqlite = (statement: string): string =>
  statement.replaceAll(' COLLATE "binary"', '').replace(/\binteger\b/g, 'INTEGER');

/**
 * The statements of a migration in order, each once for both databases or given for each. `integer` is PostgreSQL's type of four
 * bytes, and `COLLATE "binary"` is for PostgreSQL alone.
 */
export function onBoth(statements: readonly (string | Statements)[]): Statements {
  const each = statements.map((statement) =>
    typeof statement === 'string'
      ? { sqlite: [forSqlite(statement)], postgres: [forPostgres(statement)] }
      : statement,
  );
  return { sqlite: each.flatMap(({ sqlite }) => sqlite), postgres: each.flatMap(({ postgres }) => postgres) };
}
