import type { Database, Statement } from 'better-sqlite3';

const STATEMENTS_MAX = 200;

/** Statements by their SQL: to prepare one takes longer than to run most. The least recently used is dropped. */
export class StatementCache {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    // Inserted at the end: the first is then the least recently used.
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > STATEMENTS_MAX && oldest !== undefined) this.#statements.delete(oldest);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
