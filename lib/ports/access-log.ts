import type { AccessEvent, AccessRecord } from '@/lib/domain/access';
import type { Page, PageQuery } from '@/lib/domain/paging';

/** Sign-ins and denials, one row per hour, kind and subject; kept for a limited time, unlike the audit log. */
export interface AccessLog {
  record(event: AccessEvent, nowMs: number): Promise<void>;
  /** Searches kind, detail, address and person by substring; newest first unless ascending. */
  search(query: PageQuery): Promise<Page<AccessRecord>>;
  /** Deletes the rows of the oldest hour if it ended before `beforeMs`; returns whether it did. */
  deleteOldestHour(beforeMs: number): Promise<boolean>;
}
