import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PragmaOptions, Statement } from 'better-sqlite3';
import SqliteDatabase, { SqliteError } from '@/lib/data/sqlite/driver.mjs';
import { MEMORY_FOLDER } from '@/tests/support/memory-folder.mjs';
import { OUTSIDE, type Process, running } from './scheduler';

/** What becomes of a COMMIT: it is refused, stored without a confirmation, or its process is killed before or after it. */
export type Fate = 'stored' | 'refused' | 'unconfirmed' | 'killed before' | 'killed after';

type Machine = {
  readonly fateOf: (process: Process) => Fate;
  readonly kill: (process: Process) => void;
  /** Called after each commit with the tables that it wrote. */
  readonly onCommit: (tables: readonly string[]) => void;
};

const FULL = 2;
const LEVELS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];
const WRITES = /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from)\s+"?(\w+)/i;

/** The files of a database in memory, and the connections of each process to them. */
export class Files {
  readonly #folder = mkdtempSync(join(MEMORY_FOLDER, 'botmeter-sim-'));
  readonly #connections = new Map<Process, Set<Disk>>();
  readonly machine: Machine;
  #copies = 0;
  path = join(this.#folder, '0.db');
  /** A copy from before the first commit that was not synced; `null` if the disk has all of them. */
  #synced: string | null = null;

  constructor(template: Uint8Array, machine: Machine) {
    this.machine = machine;
    writeFileSync(this.path, template);
    current = this;
  }

  opened(connection: Disk, process: Process): void {
    this.#connections.set(process, (this.#connections.get(process) ?? new Set()).add(connection));
  }

  /** Returns a copy of the files as they are now: what a process that was killed leaves. */
  copy(from = this.path): string {
    const path = join(this.#folder, `${++this.#copies}.db`);
    for (const end of ['', '-wal']) if (existsSync(from + end)) copyFileSync(from + end, path + end);
    return path;
  }

  /** Ends the connections of a process. The system gives up its locks; nothing is written any more. */
  kill(process: Process): void {
    const own = this.#connections.get(process) ?? new Set();
    this.#connections.delete(process);
    // The last connection to be closed would tidy up.
    if (this.#connections.size === 0) this.path = this.copy();
    for (const each of own) each.close();
  }

  /** What the disk has after a loss of power; all processes have been killed. */
  losePower(): void {
    if (this.#synced !== null) this.path = this.copy(this.#synced);
    this.#synced = null;
  }

  /** A commit of a connection that syncs makes the earlier ones durable too. */
  beforeCommit(isSynced: boolean): void {
    this.#synced = isSynced ? null : (this.#synced ?? this.copy());
  }

  remove(): void {
    for (const process of this.#connections.keys()) this.kill(process);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

let current: Files;

/** The driver in place of lib/data/sqlite/driver.mjs: the real one, on a disk that syncs nothing and fails on demand. */
export class Disk extends SqliteDatabase {
  readonly #process = running().current;
  readonly #files = current;
  #level = 1;
  #written = new Set<string>();
  /** What was prepared before, which takes half of Kysely's time; not the product's own reads, which change what is prepared. */
  readonly #prepared = new Map<string, Statement>();

  constructor(...given: ConstructorParameters<typeof SqliteDatabase>) {
    super(...given);
    if (this.#process !== OUTSIDE) this.#files.opened(this, this.#process);
  }

  override pragma(source: string, options?: PragmaOptions): unknown {
    const [, level] = /^synchronous = (\w+)$/.exec(source) ?? [];
    if (level !== undefined) this.#level = LEVELS.indexOf(level);
    if (source === 'synchronous') return this.#level;
    return super.pragma(level === undefined ? source : 'synchronous = OFF', options);
  }

  override exec(sql: string): this {
    if (sql.startsWith('BEGIN')) this.#written = new Set();
    return super.exec(sql);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the types of the driver name what a caller expects of rows
  override prepare(sql: string): any {
    const prepared = this.#prepared.get(sql);
    if (prepared !== undefined) return prepared;
    const statement: Statement = super.prepare(sql);
    if (/^commit$/i.test(sql)) return { reader: false, run: () => this.#commit(() => statement.run()) };
    if (!/^(SELECT|PRAGMA)/.test(sql)) this.#prepared.set(sql, statement);
    const [, table] = WRITES.exec(sql) ?? [];
    if (table === undefined && sql !== 'BEGIN IMMEDIATE') return statement;
    for (const method of ['run', 'all', 'get'] as const) {
      const original = statement[method].bind(statement);
      statement[method] = ((...values: unknown[]) => {
        if (table === undefined) this.#written = new Set();
        else this.#written.add(table);
        const isAlone = table !== undefined && !this.inTransaction;
        return isAlone ? this.#commit(() => original(...values)) : original(...values);
      }) as never;
    }
    return statement;
  }

  #commit<R>(commit: () => R): R {
    const { machine } = this.#files;
    const fate = machine.fateOf(this.#process);
    const tables = [...this.#written];
    if (fate === 'killed before') this.#kill();
    if (fate === 'refused') throw new SqliteError('database or disk is full', 'SQLITE_FULL');
    if (tables.length > 0) this.#files.beforeCommit(this.#level >= FULL);
    const result = commit();
    this.#written = new Set();
    machine.onCommit(tables);
    if (fate === 'killed after') this.#kill();
    if (fate === 'unconfirmed') throw new SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
    return result;
  }

  #kill(): never {
    this.#files.machine.kill(this.#process);
    throw new SqliteError('disk I/O error', 'SQLITE_IOERR');
  }
}

export { DRIVER, requireDriver, SqliteError } from '@/lib/data/sqlite/driver.mjs';
