import type { AuditRecord } from '@/lib/domain/audit';
import { searchIn } from '../search';

/** Searches the audit log. */
export const searchAudit = searchIn<AuditRecord>(({ audit }, query) => audit.search(query));
