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
  readonly #hooks: Hooks;

  constructor(database: Database, hooks: Partial<Hooks> = {}) {
    super({ database });
    this.#database = database;
    this.#hooks = { ...NO_HOOKS, ...hooks };
  }

  override createDriver(): Driver {
    const statements = new StatementCache(this.#database, this.#hooks.onRowsChange);
    return new ImmediateDriver({ database: statements }, this.#database, this.#hooks);
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

type Hooks = {
  /** When the transaction that begins now was requested, by `performance.now()`. */
  readonly requestedAt: () => number;
  /** Called inside each transaction, first. */
  readonly onBegin: () => void;
  /** Called before each statement that may change rows which calls read. */
  readonly onRowsChange: () => void;
};

const NO_HOOKS: Hooks = {
  requestedAt: () => performance.now(),
  onBegin: () => {},
  onRowsChange: () => {},
};

class ImmediateDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #hooks: Hooks;

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], database: Database, hooks: Hooks) {
    super(config);
    this.#database = database;
    this.#hooks = hooks;
  }

  /** Statements block the event loop, so each statement or transaction runs in a turn of its own. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    await nextTurn();
    return connection;
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    const { requestedAt, onBegin } = this.#hooks;
    await beginWrite(() => void this.#database.exec('BEGIN IMMEDIATE'), requestedAt());
    try {
      onBegin();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  override async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {
    this.#rollBack();
  }

  /** On a full disk SQLite rolls back by itself; a second rollback would hide the first error. */
  #rollBack(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }
}
