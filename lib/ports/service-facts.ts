/** What is known about the service itself: counts, searches and claims of jobs, the last backup, the last common outage. */
export type FactName = 'bots' | 'backup' | 'silences' | 'outage' | 'folding';

/** A value of unknown form: another version may have written it. */
export type StoredFact = { readonly atMs: number; readonly value: unknown };

export interface ServiceFacts {
  find(name: FactName): Promise<StoredFact | null>;
  put(name: FactName, value: object, nowMs: number): Promise<void>;
  /** The size of the database in bytes. */
  databaseBytes(): Promise<number>;
}
