import type { Session } from '@/lib/domain/session';

/** Sessions, by the hash of the secret in the browser's cookie. */
export interface Sessions {
  find(hash: string): Promise<Session | null>;
  /** Unexpired sessions, newest first; `page` counts from 1. */
  listOfUser(userId: string, page: number, pageSize: number, nowMs: number): Promise<Session[]>;
  countOfUser(userId: string, nowMs: number): Promise<number>;
  insert(session: Session): Promise<void>;
  setConfirmed(hash: string, atMs: number | null): Promise<void>;
  delete(hash: string): Promise<void>;
  /** Deletes all sessions of a person except `exceptHash`. */
  deleteOfUser(userId: string, exceptHash?: string): Promise<void>;
  /** Deletes all sessions of a person but the `keptMax` newest. */
  deleteOldestOfUser(userId: string, keptMax: number): Promise<void>;
  deleteExpired(nowMs: number): Promise<void>;
}
