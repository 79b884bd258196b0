import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIGURES_TABLE, TABLES } from '@/lib/data/table-list';
import { noProgress, type Progress } from '@/lib/ports/progress';
import type { Database } from '../sqlite/driver.mjs';
import { hasTable } from './has-table';

/**
 * The rows of a table, and the XOR of their SHA-256: it does not depend on their order, because databases order text in
 * different ways. No two rows are the same, so none cancels another one.
 */
export type TableFigures = { readonly rows: number; readonly digest: string };
export type Figures = Readonly<Record<string, TableFigures>>;

type Value = string | number | null;

/** PostgreSQL only: the row version with which a call detects concurrent changes. */
const NOT_COPIED: ReadonlySet<string> = new Set(['version']);

/** The columns of a table of which its figures are made, in their order. */
export const copiedColumns = (columns: readonly string[]): string[] =>
  columns.filter((column) => !NOT_COPIED.has(column)).toSorted();

export class TableDigest {
  readonly #sum = new Uint32Array(8);
  #rows = 0;

  /** `values` are those of `copiedColumns`. */
  add(values: readonly (Value | undefined)[]): void {
    const bytes = hash('sha256', JSON.stringify(values), 'buffer');
    for (let at = 0; at < this.#sum.length; at++)
      this.#sum[at] = (this.#sum[at] ?? 0) ^ bytes.readUInt32BE(at * 4);
    this.#rows++;
  }

  get figures(): TableFigures {
    const digest = Array.from(this.#sum, (part) => part.toString(16).padStart(8, '0')).join('');
    return { rows: this.#rows, digest };
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Timers and signals run after so many rows. */
const ROWS_PER_TURN = 2_000;

/** Reads every row of the tables of a SQLite database, or of those that `isWanted`. */
export async function figuresOf(
  database: Database,
  progress: Progress = noProgress,
  isWanted: (name: string) => boolean = () => true,
): Promise<Figures> {
  const figures: Record<string, TableFigures> = {};
  const tables = TABLES.filter(({ name }) => isWanted(name));
  for (const [at, { name }] of tables.entries()) {
    progress('Reading the rows', at, tables.length, 'tables');
    const all = database.prepare(`SELECT * FROM ${name}`).columns();
    const columns = copiedColumns(all.map((column) => column.name)).map(quoted);
    const digest = new TableDigest();
    const rows = database.prepare<[], Value[]>(`SELECT ${columns.join()} FROM ${name}`).raw();
    let read = 0;
    for (const row of rows.iterate()) {
      digest.add(row);
      if (++read % ROWS_PER_TURN === 0) await nextTurn();
    }
    figures[name] = digest.figures;
  }
  return figures;
}

export const rowCounts = (figures: Figures): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, { rows }]) => [name, rows]));

/** `isSnapshot`: all rows are of one moment, as they are not on a cluster. */
export type StoredFigures = { readonly figures: Figures; readonly isSnapshot: boolean };

export function writeFigures(database: Database, { figures, isSnapshot }: StoredFigures): void {
  database.transaction(() => {
    // A database that began as a plain copy of a backup has one.
    database.exec(`DROP TABLE IF EXISTS ${FIGURES_TABLE};
      CREATE TABLE ${FIGURES_TABLE} (
        name TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest TEXT NOT NULL, is_snapshot INTEGER NOT NULL
      ) STRICT`);
    const insert = database.prepare(`INSERT INTO ${FIGURES_TABLE} VALUES (?, ?, ?, ?)`);
    for (const [name, { rows, digest }] of Object.entries(figures))
      insert.run(name, rows, digest, isSnapshot ? 1 : 0);
  })();
}

type FiguresRow = TableFigures & { readonly name: string; readonly is_snapshot: number };

/** The figures in a backup; `null` in one that an earlier version made. */
export function storedFigures(database: Database): StoredFigures | null {
  if (!hasTable(database, 'main', FIGURES_TABLE)) return null;
  const select = database.prepare<[], FiguresRow>(
    `SELECT name, rows, digest, is_snapshot FROM ${FIGURES_TABLE} ORDER BY name`,
  );
  const rows = select.all();
  const figures = Object.fromEntries(rows.map(({ name, rows, digest }) => [name, { rows, digest }]));
  return { figures, isSnapshot: rows.every((row) => row.is_snapshot === 1) };
}

/** One sentence for each table that does not hold what was backed up. */
export function figureDifferences(backedUp: Figures, found: Figures): string[] {
  const names = [...new Set([...Object.keys(backedUp), ...Object.keys(found)])];
  return names.flatMap((name) => {
    const [wanted, has] = [backedUp[name], found[name]];
    if (wanted === undefined) return [`The table ${name} was not backed up.`];
    if (has === undefined) return [`The table ${name} is missing.`];
    if (wanted.rows !== has.rows)
      return [`The table ${name} has ${has.rows} rows instead of ${wanted.rows}.`];
    return wanted.digest === has.digest
      ? []
      : [`Rows of the table ${name} differ from those that were backed up.`];
  });
}
