import type { Database } from 'better-sqlite3';

/** A connection of this process that writes. */
export type Writer = {
  /** Changes after each commit of any other connection, in any process; never after the writer's own. */
  readonly dataVersion: () => number;
};

/** SQLite's data version of a connection; of a closed one, a number that differs from all. */
export function readDataVersion(database: Database): Writer['dataVersion'] {
  const statement = database.prepare('PRAGMA data_version').pluck();
  return () => (database.open ? Number(statement.get()) : Number.NaN);
}

/** A statement that writes to no table of which calls read rows. */
const WRITES_ELSEWHERE = /^(insert into|update|delete from) "(?!(bots|api_keys)")\w+"/i;

/** Whether a statement that writes may change what calls read: rows of `bots` and `api_keys`. */
export const mayChangeRows = (sql: string): boolean => !WRITES_ELSEWHERE.test(sql);

/**
 * The version of the rows that calls read: the same as long as nothing but the calls of this process can have changed
 * them. SQLite's data version would change with each event, delivery and session that this process stores.
 */
export class RowVersion {
  #current = 0;
  #last: { readonly writer: Writer; readonly dataVersion: number } | null = null;

  /** As of the latest transaction, so never newer than a row that is read after it. */
  get current(): number {
    return this.#current;
  }

  /** Called first in each write transaction of this process, which excludes all other writers. */
  begin(writer: Writer): number {
    const dataVersion = writer.dataVersion();
    const last = this.#last;
    // Nothing of this process was committed since the last transaction, so what the last writer sees of others is of
    // another process.
    const seen = last?.writer === writer ? dataVersion : last?.writer.dataVersion();
    if (last === null || seen !== last.dataVersion) this.#current++;
    this.#last = { writer, dataVersion };
    return this.#current;
  }

  /** Called when a writer of this process may have changed rows, before and after its commit. */
  change(): void {
    this.#current++;
  }
}
