import type { AccessEvent, AccessRecord, AuditEntry, AuditRecord } from '@/lib/domain/people/audit';
import type { KeyState, RefusalRow } from '@/lib/domain/reports/refusal';
import type { Page, PageQuery } from '@/lib/domain/text/paging';

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

/** Names a row: `id` is unique. */
type AccessRef = Pick<AccessRecord, 'hourMs'> & { readonly id: string };

/** Sign-ins and denials, one row per hour, kind and subject; kept for a limited time, unlike the audit log. */
export interface AccessLog {
  record(event: AccessEvent, nowMs: number): Promise<void>;
  /** Searches kind, detail, address and person by substring; newest first unless ascending. */
  search(query: PageQuery): Promise<Page<AccessRecord>>;
  /** Up to `max` rows of hours that ended before `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<AccessRef[]>;
  delete(rows: readonly AccessRef[]): Promise<void>;
}

/** Names a row. */
type RefusalRef = Pick<RefusalRow, 'botId' | 'id'>;

/** Refused calls by bot, one row a sequence; kept for REFUSALS_KEPT_MS. */
export interface Refusals {
  /** Rows of these bots whose last call was after `sinceMs`, in no order. */
  listOpen(botIds: readonly string[], sinceMs: number): Promise<RefusalRow[]>;
  /** A bot's rows whose last call was at `sinceMs` or later, the latest first; at most `max`. */
  listOfBot(botId: string, sinceMs: number, max?: number): Promise<RefusalRow[]>;
  /** The rows of all bots with the latest last calls, the latest first. */
  listNewest(max: number): Promise<RefusalRow[]>;
  /** Inserts rows, or replaces those with the same bot and id. */
  save(rows: readonly RefusalRow[]): Promise<void>;
  /** Deletes a bot's oldest rows of keys in that state beyond REFUSALS_MAX. */
  dropOldest(botId: string, state: KeyState): Promise<void>;
  /** Up to `max` rows whose last call was before `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<RefusalRef[]>;
  delete(rows: readonly RefusalRef[]): Promise<void>;
}
