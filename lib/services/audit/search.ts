import { AUDIT_KINDS, type AuditRecord, type AuditWithin, ID_FIELDS } from '@/lib/domain/people/audit';
import { parseEmail } from '@/lib/domain/people/names';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { Tables } from '@/lib/ports/ports';
import { searchIn } from '../search';

/** An entry, and the people, bots and keys whose ids are in it. */
type NamedRecord = AuditRecord & { readonly named: ReadonlyMap<string, Named> };

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

/** What an id in the audit log belongs to. */
type Named =
  | { readonly kind: 'person'; readonly name: string; readonly email: string }
  | { readonly kind: 'bot'; readonly name: string; readonly botId: string }
  | { readonly kind: 'key'; readonly name: string; readonly botId: string };

const idsOf = (change: object | null): string[] =>
  Object.entries(change ?? {}).flatMap(([field, value]) =>
    ID_FIELDS.includes(field) && typeof value === 'string' ? [value] : [],
  );

/** The people, bots and keys that entries mention, by id; without deleted ones. */
async function namedIn(
  { users, bots, keys }: Tables,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, Named>> {
  const mentioned = records.flatMap(({ actor, subject, before, after }) => [
    actor,
    subject,
    ...idsOf(before),
    ...idsOf(after),
  ]);
  const ids = [...new Set(mentioned)];
  const people = await users.listByIds(ids);
  const ofBots = await bots.listByIds(ids);
  const ofKeys = await keys.listByIds(ids);
  return new Map<string, Named>([
    ...people.map(({ id, name, email }) => [id, { kind: 'person', name, email }] as const),
    ...ofBots.map(({ bot: { id, name } }) => [id, { kind: 'bot', name, botId: id }] as const),
    ...ofKeys.map(
      ({ id, name, last4, botId }) => [id, { kind: 'key', name: `${name} (…${last4})`, botId }] as const,
    ),
  ]);
}
