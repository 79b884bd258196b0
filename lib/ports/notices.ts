import type { PersonNotice } from '@/lib/domain/notice';

/** Notices to people about their own accounts, until they dismiss them. */
export interface Notices {
  insert(notice: PersonNotice, userId: string): Promise<void>;
  /** Newest first. */
  listOfUser(userId: string): Promise<PersonNotice[]>;
  /** Deletes the notices of `ids` that belong to this person. */
  delete(userId: string, ids: readonly string[]): Promise<void>;
}
