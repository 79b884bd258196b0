import { AuditPickers } from '@/components/admin/audit-pickers';
import { Button, ButtonLink } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { paths } from '@/lib/contract/paths';
import { AUDIT_KINDS, type AuditKind } from '@/lib/domain/people/audit';
import type { PageQuery } from '@/lib/domain/text/paging';

const LABELS: Readonly<Record<AuditKind, string>> = {
  bot: 'Bots',
  key: 'Keys',
  user: 'People',
  identity: 'Connected accounts',
  'sign-out': 'Signing out',
  webhook: 'Webhooks',
  votes: 'Votes',
  marks: 'Marks',
  alerts: 'Alerts',
  database: 'Database',
};
const KINDS = [
  { value: '', label: 'All kinds' },
  ...AUDIT_KINDS.map((value) => ({ value, label: LABELS[value] })),
];

/** Limits the audit log to a kind, a person and a bot: a plain form, so that the result has an address. */
export function AuditFilter({ query }: { query: PageQuery }) {
  const { kind = '', person = '', bot = '' } = query.filters ?? {};
  const isFiltered = [kind, person, bot].some((value) => value !== '');
  return (
    <form
      // New fields when the address changes.
      key={`${kind} ${person} ${bot}`}
      action={paths.admin.audit}
      method="get"
      className="flex flex-1 flex-wrap items-center gap-2"
    >
      {query.text !== '' && <input type="hidden" name="q" value={query.text} />}
      <Select name="kind" aria-label="Kind" options={KINDS} defaultValue={kind} className="w-full sm:w-44" />
      <AuditPickers person={person} bot={bot} />
      <Button type="submit">Filter</Button>
      {isFiltered && (
        <ButtonLink href={paths.admin.audit} variant="ghost">
          Clear
        </ButtonLink>
      )}
    </form>
  );
}
