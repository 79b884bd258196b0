import type { Elements } from '@/components/ui/elements';
import { ListPage } from '@/components/ui/list-page';
import { ToggleLinks } from '@/components/ui/toggle-group';
import { paths } from '@/lib/contract/paths';
import type { PageQuery } from '@/lib/domain/text/paging';
import { AuditFilter } from './audit-filter';

const CHANGES = {
  value: 'changes',
  label: 'Changes',
  href: paths.admin.audit,
  noun: 'entries',
  one: 'entry',
  searchLabel: 'Search action, subject or person',
};
const ACCESS = {
  value: 'access',
  label: 'Sign-ins and denials',
  href: paths.admin.signIns,
  noun: 'rows',
  one: 'row',
  searchLabel: 'Search kind, address or person',
};

type Props = { of: 'changes' | 'access'; query: PageQuery; total: number; children: Elements };

/** One of the audit log's two lists: changes, which are kept forever, or sign-ins and denials, which expire. */
export function AuditList({ of, query, total, children }: Props) {
  const { href, noun, one, searchLabel } = of === 'changes' ? CHANGES : ACCESS;
  return (
    <ListPage
      title="Audit log"
      path={href}
      query={query}
      total={total}
      noun={noun}
      one={one}
      searchLabel={searchLabel}
      whenEmpty={null}
      views={<ToggleLinks aria-label="List" value={of} options={[CHANGES, ACCESS]} />}
      filter={of === 'changes' && <AuditFilter query={query} />}
    >
      {children}
    </ListPage>
  );
}
