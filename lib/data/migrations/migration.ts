/** One forward-only schema change, run in one transaction. Never edited after its release. */
export type Migration = {
  /** Consecutive, from 1. */
  readonly version: number;
  readonly name: string;
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
};
