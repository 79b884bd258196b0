import { type AuditRecord, ID_FIELDS } from '@/lib/domain/audit';
import type { Tables } from '@/lib/ports/ports';

const textsOf = (value: object | null): [string, unknown][] => (value === null ? [] : Object.entries(value));

/** The names of the people and keys that changes mention, by id; owners see names, never addresses. */
export async function namesIn(
  { users, keys }: Tables,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>(records.map(({ actor }) => actor));
  for (const { before, after } of records) {
    for (const [field, value] of [...textsOf(before), ...textsOf(after)]) {
      if (ID_FIELDS.includes(field) && typeof value === 'string') ids.add(value);
    }
  }
  const people = await users.listByIds([...ids]);
  const ofKeys = await keys.listByIds([...ids]);
  return new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...ofKeys.map(({ id, name, last4 }) => [id, `${name} (…${last4})`] as const),
  ]);
}

/** A change with names instead of ids, as far as they are known. */
export function withNames(change: object | null, names: ReadonlyMap<string, string>): object | null {
  if (change === null) return null;
  return Object.fromEntries(
    textsOf(change).map(([field, value]) => [
      field,
      ID_FIELDS.includes(field) && typeof value === 'string' ? (names.get(value) ?? value) : value,
    ]),
  );
}
