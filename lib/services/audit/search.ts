import { AUDIT_KINDS, type AuditRecord } from '@/lib/domain/audit';
import { parseEmail } from '@/lib/domain/names';
import type { PageQuery } from '@/lib/domain/paging';
import type { AuditWithin } from '@/lib/ports/audit-log';
import type { Tables } from '@/lib/ports/directory';
import { searchIn } from '../search';
import { type Named, namedIn } from './named';

/** An entry, and the people, bots and keys whose ids are in it. */
export type NamedRecord = AuditRecord & { readonly named: ReadonlyMap<string, Named> };

/** Searches the audit log. Filters: `kind`; `person`, an address or an id; `bot`, an id. An unknown one finds nothing. */
export const searchAudit = searchIn<NamedRecord>(async (tables, query) => {
  const { rows, total } = await tables.audit.search(query, await within(tables, query));
  const named = await namedIn(tables, rows);
  return { total, rows: rows.map((row) => ({ ...row, named })) };
});

async function within({ users }: Tables, { filters = {} }: PageQuery): Promise<AuditWithin> {
  const kind = AUDIT_KINDS.find((name) => name === filters.kind);
  const email = parseEmail(filters.person ?? '');
  const known = email === null ? null : await users.findByEmail(email);
  const person = known?.id ?? filters.person;
  return {
    ...(kind !== undefined && { kind }),
    ...(person !== undefined && { person }),
    ...(filters.bot !== undefined && { bot: filters.bot }),
  };
}
