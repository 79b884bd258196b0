import type { Submittable } from 'pg';

/** A statement that each connection plans once. Its text belongs to its name, and its columns are text or whole numbers. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

type Value = string | number | null | readonly (string | number | null)[];
type Row = Record<string, string | number | null>;
export type QueryResult = { readonly rows: readonly Row[]; readonly rowCount: number };
type Callback = (error: Error | null, result: QueryResult) => void;
type Column = { readonly name: string; readonly isNumber: boolean };

/** What `pg` gives a query to send with. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(message: { name: string; text: string }): void;
  bind(message: {
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: Value) => string | null;
  }): void;
  describe(message: { type: 'P' }): void;
  execute(message: null): void;
  sync(): void;
};

const INTEGERS = [20, 21, 23];

/** The columns of each statement, by its name. */
const columnsOf = new Map<string, readonly Column[]>();

/**
 * A query of `pg` that asks for the columns of a statement only the first time: to describe and read those of an account
 * takes a quarter of the time of its read.
 */
export class NamedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly query_timeout: number;
  callback: Callback;
  readonly #values: readonly unknown[];
  readonly #rows: Row[] = [];
  #columns: readonly Column[] = [];
  #rowCount = 0;

  constructor({ name, text, values = [] }: Statement, timeoutMs: number, callback: Callback) {
    this.name = name;
    this.text = text;
    this.query_timeout = timeoutMs;
    this.callback = callback;
    this.#values = values;
  }

  /** Each `pg` message is a write: corked, they are one system call. */
  submit = (connection: unknown): void => {
    const wire = connection as Wire;
    const columns = columnsOf.get(this.name);
    wire.stream.cork();
    try {
      if (wire.parsedStatements[this.name] === undefined) wire.parse({ name: this.name, text: this.text });
      wire.bind({ statement: this.name, values: this.#values, valueMapper: toText });
      if (columns === undefined) wire.describe({ type: 'P' });
      else this.#columns = columns;
      wire.execute(null);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  };

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, isNumber: INTEGERS.includes(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {};
    for (const [i, { name, isNumber }] of this.#columns.entries()) {
      const value = fields[i] ?? null;
      row[name] = isNumber && value !== null ? Number(value) : value;
    }
    this.#rows.push(row);
  }

  /** `INSERT 0 1`, `UPDATE 1`, `BEGIN` */
  handleCommandComplete({ text }: { text: string }): void {
    columnsOf.set(this.name, this.#columns);
    this.#rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleReadyForQuery(): void {
    this.callback(null, { rows: this.#rows, rowCount: this.#rowCount });
  }

  handleError(error: Error): void {
    this.callback(error, { rows: [], rowCount: 0 });
  }
}

const toText = (value: Value): string | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : toArray(value);
};

const toArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`;
