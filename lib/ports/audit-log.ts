import type { AuditEntry, AuditRecord } from '@/lib/domain/audit';
import type { Page, PageQuery } from '@/lib/domain/paging';

/** All that are given must hold. */
export type AuditWithin = {
  /** The first part of the action: `bot`. */
  readonly kind?: string;
  /** The id of who acted or on whom. */
  readonly person?: string;
  readonly bot?: string;
};

/** Who changed what; kept forever. */
export interface AuditLog {
  append(entry: AuditEntry, nowMs: number): Promise<void>;
  /** The newest `max` entries on a bot or person since `sinceMs`, newest first. */
  listOfSubject(subject: string, sinceMs: number, max: number): Promise<AuditRecord[]>;
  /** Searches action, subject and actor by substring among the entries `within`; newest first unless ascending. */
  search(query: PageQuery, within?: AuditWithin): Promise<Page<AuditRecord>>;
}
