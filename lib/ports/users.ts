import type { Page, PageQuery } from '@/lib/domain/paging';
import type { User, UserListing } from '@/lib/domain/user';

/** People and their password hashes. */
export interface Users {
  findById(id: string): Promise<User | null>;
  /** In no order, without unknown ones. */
  listByIds(ids: readonly string[]): Promise<User[]>;
  findByEmail(email: string): Promise<User | null>;
  list(): Promise<User[]>;
  /** Searches name and address by substring; sorted by `name`, `email`, `role` or `created`. */
  search(query: PageQuery): Promise<Page<UserListing>>;
  count(): Promise<number>;
  /** In any order. */
  listEnabledAdmins(): Promise<User[]>;
  /** Admins who can sign in. */
  countEnabledAdmins(): Promise<number>;
  insert(user: Omit<User, 'timeZone'>, passwordHash: string | null): Promise<void>;
  update(
    id: string,
    change: Partial<Pick<User, 'name' | 'role' | 'isDisabled' | 'timeZone'>>,
    nowMs: number,
  ): Promise<void>;
  /** `null` if there is no such user or they have no password. */
  findPasswordHash(id: string): Promise<string | null>;
  /** `null` removes the password. */
  setPasswordHash(id: string, passwordHash: string | null): Promise<void>;
  delete(id: string): Promise<void>;
}
