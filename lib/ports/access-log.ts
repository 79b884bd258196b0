import type { AccessEvent, AccessRecord } from '@/lib/domain/access';
import type { Page, PageQuery } from '@/lib/domain/paging';

/** Names a row: `id` is unique. */
export type AccessRef = Pick<AccessRecord, 'hourMs'> & { readonly id: string };

/** Sign-ins and denials, one row per hour, kind and subject; kept for a limited time, unlike the audit log. */
export interface AccessLog {
  record(event: AccessEvent, nowMs: number): Promise<void>;
  /** Searches kind, detail, address and person by substring; newest first unless ascending. */
  search(query: PageQuery): Promise<Page<AccessRecord>>;
  /** Up to `max` rows of hours that ended before `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<AccessRef[]>;
  delete(rows: readonly AccessRef[]): Promise<void>;
}
