import type { Directory, Store } from '@/lib/services/ports';

/** One program's ports on a database. */
export type Instance = {
  readonly store: Store;
  readonly directory: Directory;
  close(): Promise<void>;
};

export type Row = Readonly<Record<string, string | number | null>>;

/** A fresh, migrated database whose clock stands at T0 until it is set. */
export type TestDatabase = {
  setClock(nowMs: number): Promise<void>;
  /** One more program on this database. */
  connect(): Promise<Instance>;
  /** What a connection of its own reads: what is committed and nothing else. */
  rows(sql: string): Promise<Row[]>;
  /** Runs SQL past all ports. */
  run(sql: string): Promise<void>;
  /** Lets no one else write bots until the returned function is called. */
  holdWrites(): Promise<() => Promise<void>>;
  /** Closes all and removes it. */
  drop(): Promise<void>;
};

export type DatabaseKind = {
  readonly name: string;
  create(): Promise<TestDatabase>;
  /** Once a file, after its last test. */
  stop(): Promise<void>;
};
