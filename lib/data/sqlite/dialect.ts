import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Driver,
  SqliteDialect as KyselySqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Database } from './driver.mjs';
import { WriteLock } from './write-lock';

/** Kysely's SQLite dialect whose transactions take the write lock at BEGIN: taken later, it could fail halfway. */
export class SqliteDialect extends KyselySqliteDialect {
  readonly #args: ConstructorParameters<typeof ImmediateDriver>;

  /** `requestedAt`: when the transaction that begins now was requested, by `performance.now()`. */
  constructor(...args: ConstructorParameters<typeof ImmediateDriver>) {
    super({ database: args[0] });
    this.#args = args;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(...this.#args);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #lock: WriteLock;
  readonly #requestedAt: () => number;

  constructor(database: Database, lock = new WriteLock(), requestedAt = () => performance.now()) {
    super({ database });
    this.#database = database;
    this.#lock = lock;
    this.#requestedAt = requestedAt;
  }

  /** Statements block the event loop, so each statement or transaction runs in a turn of its own. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    await nextTurn();
    return connection;
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    await this.#lock.begin(() => void this.#database.exec('BEGIN IMMEDIATE'), this.#requestedAt());
  }

  /** On a full disk SQLite rolls back by itself; a second rollback would hide the first error. */
  override async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }
}
