import type { Directory } from '@/lib/ports/directory';
import type { Store } from '@/lib/ports/store';

/** The ports of one server instance on a database. */
export type Instance = {
  readonly store: Store;
  readonly directory: Directory;
  close(): Promise<void>;
};

/** An instance whose `close` may be called more than once. */
export function instanceOf(store: Store & Closing, directory: Directory & Closing): Instance {
  let closed: Promise<void> | null = null;
  const closeBoth = () => store.close().then(() => directory.close());
  return {
    store,
    directory,
    close() {
      closed ??= closeBoth();
      return closed;
    },
  };
}
type Closing = { close(): Promise<void> };

export type Row = Readonly<Record<string, string | number | null>>;

/** A new, migrated database. Its clock shows T0 until `setClock`. */
export type TestDatabase = {
  setClock(nowMs: number): Promise<void>;
  /** Opens one more server instance on this database; `onEvents` is called when it has stored events. */
  connect(onEvents?: () => void): Promise<Instance>;
  /** Reads over a separate connection: sees committed data only. */
  rows(sql: string): Promise<Row[]>;
  /** Runs SQL directly, not through the ports. */
  run(sql: string): Promise<void>;
  /** Locks the table of bots against all other writers until the returned function is called. */
  holdWrites(): Promise<() => Promise<void>>;
  /** Closes all instances and deletes the database. */
  drop(): Promise<void>;
};

export type DatabaseKind = {
  readonly name: string;
  create(): Promise<TestDatabase>;
};
