import type { Statement } from 'better-sqlite3';
import type { Selectable } from 'kysely';
import { type AccountRow, toAccount } from '@/lib/data/account-row';
import type { Schema } from '@/lib/data/schema';
import SqliteDatabase, { type Database as Connection } from '@/lib/data/sqlite/driver.mjs';
import { toPart } from '@/lib/data/tables/usage-reads';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import { cycleStartMs } from '@/lib/domain/quota/days';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import type { Scheduler } from './scheduler';

/** A promise that was broken: `check` names it. */
export class Violation extends Error {
  constructor(
    readonly check: string,
    message: string,
  ) {
    super(`${check}: ${message}`);
  }
}

/** Ends the run unless a promise is kept. */
export function must(check: string, isKept: boolean, message: string): void {
  if (!isKept) throw new Violation(check, message);
}
/** The same about a bot, a call or anything else with a name. */
export const mustOf = (name: string) => (check: string, isKept: boolean, message: string) =>
  must(check, isKept, `${name}: ${message}`);

/** The keys of the tables whose commits are checked. */
const KEYS = {
  bots: ['id'],
  reports: ['bot_id', 'at_ms', 'number'],
  report_hours: ['bot_id', 'hour_ms'],
  usage_parts: ['bot_id', 'started_at_ms'],
  events: ['id'],
  webhook_endpoints: ['id'],
  deliveries: ['endpoint_id', 'event_id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;
const TABLES = Object.keys(KEYS) as Table[];

export type Table = keyof typeof KEYS;
type Decoded = { bots: Account; usage_parts: UsagePart & { readonly bot_id: string } };
export type Row<T extends Table> = T extends keyof Decoded ? Decoded[T] : Selectable<Schema[T]>;
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

function decoded(table: Table, row: object): object {
  if (table === 'bots') return toAccount(row as AccountRow);
  return table === 'usage_parts' ? { ...row, ...toPart(row as Selectable<Schema['usage_parts']>) } : row;
}

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
    this.#selects = new Map(TABLES.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`)]));
    return TABLES.flatMap((table) => this.#changesOf(table));
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

  /** Notes a commit that wrote these tables: reads what is new in them. */
  learn(tables: readonly string[]): Commit {
    const read = tables.filter((table): table is Table => table in KEYS);
    const changes = read.flatMap((table) => this.#changesOf(table));
    const commit = { step: this.scheduler.steps, nowMs: this.nowMs, changes };
    this.commits.push(commit);
    return commit;
  }
}

/** An account before and after a commit; `usedBefore` are the calls of the cycle that it is in afterwards. */
export type Version = {
  readonly step: number;
  readonly before: Account;
  readonly after: Account;
  readonly usedBefore: number;
};
/** An accepted report. The last one of its bot counts as made at `sinceMs`; `null` if there is none. */
export type Accepted = { readonly report: Row<'reports'>; readonly sinceMs: number | null };
export type Learned = { readonly versions: readonly Version[]; readonly accepted: readonly Accepted[] };

/** What the commits say by themselves, whatever the rows that are left of them say. */
export class Facts {
  readonly reports = new Map<string, Row<'reports'>[]>();
  readonly versions = new Map<string, Version[]>();
  /** How often a report with a number of servers was stored. */
  readonly stored = new Map<number, number>();
  readonly #counted = new Set<string>();
  /** The lowest time of the clock since a bot's last report. */
  readonly #lowestMs = new Map<string, number>();
  hasStepped = false;
  hasSteppedBack = false;
  /** Whether there were faults: what is done twice after them breaks no promise. */
  isDisturbed = false;

  constructor(readonly database: Database) {}

  clockStepped(byMs: number): void {
    this.hasStepped = true;
    if (byMs < 0) this.hasSteppedBack = true;
    const { nowMs } = this.database;
    for (const [botId, lowMs] of this.#lowestMs) this.#lowestMs.set(botId, Math.min(lowMs, nowMs));
  }

  learn(commit: Commit): Learned {
    const versions = changesOf(commit, 'bots').flatMap(({ before, after }) =>
      after === undefined ? [] : [this.#version(commit.step, before ?? after, after)],
    );
    const accepted = changesOf(commit, 'reports').flatMap(({ before, after }) =>
      before || !after ? [] : [this.#accepted(after)],
    );
    return { versions, accepted };
  }

  #version(step: number, before: Account, after: Account): Version {
    const { botId, registeredAtMs, cycle } = after;
    // In the cycle that the call was decided in: the clock may have been set since.
    const usedBefore = rollForward(before, cycleStartMs(registeredAtMs, cycle.index)).cycle.used;
    for (let used = usedBefore + 1; used <= cycle.used; used++)
      this.#counted.add(`${botId} ${cycle.index} ${used}`);
    const version = { step, before, after, usedBefore };
    this.versions.set(botId, [...(this.versions.get(botId) ?? []), version]);
    return version;
  }

  #accepted(report: Row<'reports'>): Accepted {
    const { bot_id: botId, at_ms: atMs, server_count: serverCount } = report;
    const earlier = this.reports.get(botId) ?? [];
    const lastMs = earlier.at(-1)?.at_ms;
    const sinceMs = lastMs === undefined ? null : Math.min(lastMs, this.#lowestMs.get(botId) ?? lastMs);
    this.reports.set(botId, [...earlier, report]);
    this.stored.set(serverCount, (this.stored.get(serverCount) ?? 0) + 1);
    this.#lowestMs.set(botId, atMs);
    return { report, sinceMs };
  }

  /** Whether the call after which a bot's cycle had `used` calls is counted. */
  isCounted = (botId: string, cycle: number, used: number): boolean =>
    this.#counted.has(`${botId} ${cycle} ${used}`);

  /** Calls of a bot that were counted. */
  countedOf = (botId: string): number => [...this.#counted].filter((key) => key.startsWith(botId)).length;
}
