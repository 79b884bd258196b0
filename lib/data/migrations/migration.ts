/** One step of the schema, forward only, run in one transaction. Never edited once released. */
export type Migration = {
  /** 1, 2, 3, … without gaps. */
  readonly version: number;
  readonly name: string;
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
};
