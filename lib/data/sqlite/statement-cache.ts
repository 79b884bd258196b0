import type { Database, Statement } from 'better-sqlite3';
import { mayChangeRows } from './row-version';

const STATEMENTS_MAX = 200;

type Prepared = { readonly statement: Statement; readonly mayChangeRows: boolean };

/** Statements by their SQL: to prepare one takes longer than to run most. The least recently used is dropped. */
export class StatementCache {
  readonly #database: Database;
  readonly #onRowsChange: () => void;
  readonly #statements = new Map<string, Prepared>();

  /** `onRowsChange` is called before each statement that may change rows which calls read. */
  constructor(database: Database, onRowsChange: () => void) {
    this.#database = database;
    this.#onRowsChange = onRowsChange;
  }

  prepare(sql: string): Statement {
    const prepared = this.#statements.get(sql) ?? this.#prepare(sql);
    // Inserted at the end: the first is then the least recently used.
    this.#statements.delete(sql);
    this.#statements.set(sql, prepared);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > STATEMENTS_MAX && oldest !== undefined) this.#statements.delete(oldest);
    if (prepared.mayChangeRows) this.#onRowsChange();
    return prepared.statement;
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    return { statement, mayChangeRows: !statement.readonly && mayChangeRows(sql) };
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
