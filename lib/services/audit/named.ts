import { type AuditRecord, ID_FIELDS } from '@/lib/domain/audit';
import type { Tables } from '@/lib/ports/directory';

/** What an id in the audit log belongs to. */
export type Named =
  | { readonly kind: 'person'; readonly name: string; readonly email: string }
  | { readonly kind: 'bot'; readonly name: string; readonly botId: string }
  | { readonly kind: 'key'; readonly name: string; readonly botId: string };

const idsOf = (change: object | null): string[] =>
  Object.entries(change ?? {}).flatMap(([field, value]) =>
    ID_FIELDS.includes(field) && typeof value === 'string' ? [value] : [],
  );

/** The people, bots and keys that entries mention, by id; without deleted ones. */
export async function namedIn(
  { users, bots, keys }: Tables,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, Named>> {
  const mentioned = records.flatMap(({ actor, subject, before, after }) => [
    ...[actor, subject],
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
