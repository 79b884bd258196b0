import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import {
  type DatabaseConnection,
  type Driver,
  SqliteDialect as KyselySqliteDialect,
  type LimitNode,
  type QueryCompiler,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { StatementCache } from './statement-cache';
import { beginWrite } from './storage-errors';

/** Kysely's SQLite dialect whose transactions take the write lock at BEGIN: taken later, it could fail halfway. */
export class SqliteDialect extends KyselySqliteDialect {
  readonly #database: Database;
  readonly #requestedAt: () => number;

  /** `requestedAt`: when the transaction that begins now was requested, by `performance.now()`. */
  constructor(database: Database, requestedAt = () => performance.now()) {
    super({ database });
    this.#database = database;
    this.#requestedAt = requestedAt;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#requestedAt);
  }

  override createQueryCompiler(): QueryCompiler {
    return new StableQueryCompiler();
  }
}

/**
 * For `LIMIT ?` SQLite chooses its plan by the value, so it prepares the statement again for each run, which takes
 * several times as long as a short read. It doesn't look into an expression.
 */
class StableQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit +');
    this.visitNode(node.limit);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #requestedAt: () => number;

  constructor(database: Database, requestedAt: () => number) {
    super({ database: new StatementCache(database) });
    this.#database = database;
    this.#requestedAt = requestedAt;
  }

  /** Statements block the event loop, so each statement or transaction runs in a turn of its own. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    await nextTurn();
    return connection;
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    await beginWrite(() => void this.#database.exec('BEGIN IMMEDIATE'), this.#requestedAt());
  }

  /** On a full disk SQLite rolls back by itself; a second rollback would hide the first error. */
  override async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }
}
