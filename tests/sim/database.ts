import type { Statement } from 'better-sqlite3';
import type { Selectable } from 'kysely';
import { type AccountRow, toAccount } from '@/lib/data/account-row';
import type { Schema } from '@/lib/data/schema';
import SqliteDatabase, { type Database as Connection } from '@/lib/data/sqlite/driver.mjs';
import { toPart } from '@/lib/data/tables/usage-reads';
import type { Account } from '@/lib/domain/bots/account';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import type { Scheduler } from './scheduler';

/** The keys of the tables whose commits are checked. */
const KEYS = {
  bots: ['id'],
  reports: ['bot_id', 'at_ms', 'number'],
  report_hours: ['bot_id', 'hour_ms'],
  usage_parts: ['bot_id', 'started_at_ms'],
  events: ['id'],
  webhook_endpoints: ['id'],
  deliveries: ['endpoint_id', 'event_id'],
  votes: ['id'],
  vote_days: ['bot_id', 'day', 'source_id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

export type Table = keyof typeof KEYS;
export type Row<T extends Table> = T extends 'bots'
  ? Account
  : T extends 'usage_parts'
    ? UsagePart & { readonly bot_id: string }
    : Selectable<Schema[T]>;

/** A row before and after a commit, as one of them at least has it. */
export type Change<T extends Table = Table> = {
  readonly table: T;
  readonly id: string;
  readonly before?: Row<T>;
  readonly after?: Row<T>;
};
export type Commit = { readonly step: number; readonly nowMs: number; readonly changes: readonly Change[] };

export const changesOf = <T extends Table>({ changes }: Commit, table: T): Change<T>[] =>
  changes.filter((change): change is Change<T> => change.table === table);

const decoded = (table: Table, row: object): object =>
  table === 'bots'
    ? toAccount(row as AccountRow)
    : table === 'usage_parts'
      ? { ...row, ...toPart(row as Selectable<Schema['usage_parts']>) }
      : row;

/** What is committed, as a connection of its own reads it after each commit; and the clock that the product reads. */
export class Database {
  readonly scheduler: Scheduler;
  readonly commits: Commit[] = [];
  /** Its clock against true time. */
  offsetMs: number;
  readonly #tables = new Map<Table, Map<string, { readonly text: string; readonly row: object }>>();
  #connection: Connection | undefined;
  #selects = new Map<Table, Statement<[]>>();

  constructor(scheduler: Scheduler, startMs: number) {
    this.scheduler = scheduler;
    this.offsetMs = startMs;
  }

  get nowMs(): number {
    return Math.floor(this.scheduler.nowMs + this.offsetMs);
  }

  /** From now on, reads this file. Returns how it differs from what was committed. */
  open(file: string): Change[] {
    this.close();
    const connection = new SqliteDatabase(file, { readonly: true });
    this.#connection = connection;
    this.#selects = new Map(
      Object.keys(KEYS).map((t) => [t as Table, connection.prepare(`SELECT * FROM ${t}`)]),
    );
    return this.read(Object.keys(KEYS));
  }

  close(): void {
    this.#connection?.close();
  }

  rows<T extends Table>(table: T): Row<T>[] {
    return [...(this.#tables.get(table)?.values() ?? [])].map(({ row }) => row as Row<T>);
  }

  bot(id: string): Account | undefined {
    return this.#tables.get('bots')?.get(id)?.row as Account | undefined;
  }

  /** Reads what is committed in these tables, and returns what is new. */
  read(tables: readonly string[]): Change[] {
    return tables.flatMap((table) => (table in KEYS ? this.#changesOf(table as Table) : []));
  }

  #changesOf(table: Table): Change[] {
    const known = this.#tables.get(table) ?? new Map();
    const found = new Map<string, { text: string; row: object }>();
    const changes: Change[] = [];
    for (const row of (this.#selects.get(table)?.all() ?? []) as Record<string, unknown>[]) {
      const id = KEYS[table].map((column) => row[column]).join(' ');
      const text = JSON.stringify(row);
      const before = known.get(id);
      const kept = before?.text === text ? before : { text, row: decoded(table, row) };
      found.set(id, kept);
      if (kept !== before) changes.push({ table, id, before: before?.row, after: kept.row } as Change);
    }
    for (const [id, { row }] of known) if (!found.has(id)) changes.push({ table, id, before: row });
    this.#tables.set(table, found);
    return changes;
  }

  /** Notes a commit that wrote these tables. */
  learn(tables: readonly string[]): Commit {
    const commit = { step: this.scheduler.steps, nowMs: this.nowMs, changes: this.read(tables) };
    this.commits.push(commit);
    return commit;
  }
}
