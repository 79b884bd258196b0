import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect as KyselySqliteDialect,
  SqliteDriver,
} from 'kysely';
import { beginWrite } from './faults';

/** Kysely's SQLite, but a transaction takes the write lock at once: taken later it could fail halfway. */
export class SqliteDialect extends KyselySqliteDialect {
  readonly #database: Database;
  readonly #askedAt: () => number;

  /** `askedAt`: when whoever begins a transaction now began to wait for it. */
  constructor(database: Database, askedAt: () => number = () => performance.now()) {
    super({ database });
    this.#database = database;
    this.#askedAt = askedAt;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database }, this.#database, this.#askedAt);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #askedAt: () => number;

  constructor(
    config: ConstructorParameters<typeof SqliteDriver>[0],
    database: Database,
    askedAt: () => number,
  ) {
    super(config);
    this.#database = database;
    this.#askedAt = askedAt;
  }

  /** Statements block the event loop, so each of them, or a transaction of them, has a turn of it to itself. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    await nextTurn();
    return connection;
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    await beginWrite(() => void this.#database.exec('BEGIN IMMEDIATE'), this.#askedAt());
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk SQLite has rolled back by itself, and a second time would hide the first error.
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}
