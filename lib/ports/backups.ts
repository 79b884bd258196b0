import type { KeptBackup } from '@/lib/domain/backups/backup';

/** The folder in which this instance keeps backups, and the program that makes them. */
export interface Backups {
  readonly instance: string;
  /** Throws, with what to do, if the folder cannot be used. Returns whether it is on the disk of the embedded database. */
  check(): boolean;
  /** The backups in the folder, newest first. Rejects if it cannot be read. */
  list(): Promise<readonly KeptBackup[]>;
  /**
   * Makes a backup and rehearses it, in a process of its own, which ends with this one and when `signal` is aborted. Resolves to why
   * there is no good backup, in one sentence; `null` if there is one. Never rejects.
   */
  make(nowMs: number, signal: AbortSignal): Promise<string | null>;
  /** Deletes backups, and what was left of deleted and unfinished ones. */
  prune(expired: readonly KeptBackup[]): Promise<void>;
}
