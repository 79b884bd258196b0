import type { AuditEntry, AuditRecord } from '@/lib/domain/audit';
import type { Page, PageQuery } from '@/lib/domain/paging';

/** Who changed what; kept forever. */
export interface AuditLog {
  append(entry: AuditEntry, nowMs: number): Promise<void>;
  /** The newest `max` entries on a bot or person since `sinceMs`, newest first. */
  listOfSubject(subject: string, sinceMs: number, max: number): Promise<AuditRecord[]>;
  /** Searches action, subject and actor by substring; newest first unless ascending. */
  search(query: PageQuery): Promise<Page<AuditRecord>>;
}
