import { paths, withQuery } from '@/lib/contract/paths';
import { ID_FIELDS } from '@/lib/domain/people/audit';
import { actionWords, actorWords, fieldValue, fieldWords } from './audit-words';

/** What an id belongs to; deleted people, bots and keys have none. */
type Named =
  | { readonly kind: 'person'; readonly name: string; readonly email: string }
  | { readonly kind: 'bot' | 'key'; readonly name: string; readonly botId: string };
type NamedById = ReadonlyMap<string, Named>;

/** A person, bot or key as text; `href` is `null` if it has no page. */
export type AuditRef = { readonly text: string; readonly href: string | null; readonly title: string };

/** A changed field as text; `null` for a missing value. */
export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly beforeHref?: string | null;
  readonly afterHref?: string | null;
};

/** An audit entry as text. */
export type AuditRow = {
  readonly id: number;
  readonly atMs: number;
  readonly actor: AuditRef;
  readonly action: string;
  /** The action code, as used in searches. */
  readonly actionCode: string;
  readonly subject: AuditRef;
  readonly changes: readonly FieldChange[];
};

type Entry = Pick<AuditRow, 'id' | 'atMs'> & {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly named: NamedById;
};

export function auditRow(entry: Entry): AuditRow {
  const { id, atMs, actor, action, subject, named, before, after } = entry;
  return {
    id,
    atMs,
    actor: refTo(actor, named, actorWords(actor)),
    action: actionWords(action),
    actionCode: action,
    subject: refTo(subject, named, emailIn(after) ?? emailIn(before) ?? subject),
    changes: changedFields(entry),
  };
}

/** The address of a person who is deleted, or was invited and never signed in. */
const emailIn = (change: object | null): string | null =>
  typeof change === 'object' && change !== null && 'email' in change && typeof change.email === 'string'
    ? change.email
    : null;

function refTo(id: string, named: NamedById, otherwise: string): AuditRef {
  const found = named.get(id);
  if (found === undefined) return { text: otherwise, href: null, title: id };
  return { text: found.name, href: hrefOf(found), title: found.kind === 'person' ? found.email : id };
}

function hrefOf(named: Named): string {
  if (named.kind === 'person') return withQuery(paths.admin.users, { q: named.email });
  return paths.bot(named.botId)[named.kind === 'bot' ? 'page' : 'keys'];
}

const NOTHING_NAMED: NamedById = new Map();

/** The fields of a change as text, with names and links for the ids in `named`. */
export function changedFields({
  before,
  after,
  named = NOTHING_NAMED,
}: Pick<Entry, 'before' | 'after'> & { readonly named?: NamedById }): readonly FieldChange[] {
  const [was, is] = [asRecord(before), asRecord(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const found = (field: string, value: unknown) =>
    ID_FIELDS.includes(field) && typeof value === 'string' ? named.get(value) : undefined;
  return fields.map((field) => {
    const [old, now] = [found(field, was[field]), found(field, is[field])];
    return {
      field: fieldWords(field),
      before: old?.name ?? fieldValue(field, was[field]),
      after: now?.name ?? fieldValue(field, is[field]),
      ...(old !== undefined && { beforeHref: hrefOf(old) }),
      ...(now !== undefined && { afterHref: hrefOf(now) }),
    };
  });
}

/** Without a prototype, so that inherited names are not mistaken for fields. */
const asRecord = (value: object | null): Record<string, unknown> => Object.assign(Object.create(null), value);
