import type { AuditEntry, AuditRecord } from '@/lib/domain/audit';
import type { Page, PageQuery } from '@/lib/domain/paging';

/** Who changed what; kept forever. */
export interface AuditLog {
  append(entry: AuditEntry, nowMs: number): Promise<void>;
  /** Searches action, subject and actor by substring; newest first unless ascending. */
  search(query: PageQuery): Promise<Page<AuditRecord>>;
}
