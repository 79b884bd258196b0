/** One forward-only schema change, run in one transaction. Never edited after its release. */
export type Migration = {
  /** Consecutive, from 1. */
  readonly version: number;
  readonly name: string;
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
  /**
   * What PostgreSQL runs besides where the bots are spread over a cluster: the place of each new table. Citus does not hold
   * transactions together that write a table which it does not know.
   */
  readonly spread?: readonly string[];
};
