import type { ReactNode } from 'react';
import { SegmentedLinks } from '@/components/ui/segmented';
import { paths } from '@/lib/contract/paths';
import type { PageQuery } from '@/lib/domain/text/paging';
import { AuditFilter } from './audit-filter';
import { ListPage } from './list-page';

const CHANGES = {
  value: 'changes',
  label: 'Changes',
  href: paths.admin.audit,
  noun: 'entries',
  searchLabel: 'Search action, subject or person',
};
const ACCESS = {
  value: 'access',
  label: 'Sign-ins and denials',
  href: paths.admin.signIns,
  noun: 'rows',
  searchLabel: 'Search kind, address or person',
};

type Props = { of: 'changes' | 'access'; query: PageQuery; total: number; children: ReactNode };

/** One of the audit log's two lists: changes, which are kept forever, or sign-ins and denials, which expire. */
export function AuditList({ of, query, total, children }: Props) {
  const { href, noun, searchLabel } = of === 'changes' ? CHANGES : ACCESS;
  return (
    <ListPage
      title="Audit log"
      path={href}
      query={query}
      total={total}
      noun={noun}
      searchLabel={searchLabel}
      whenEmpty={null}
      views={<SegmentedLinks label="List" value={of} options={[CHANGES, ACCESS]} />}
      filter={of === 'changes' && <AuditFilter query={query} />}
    >
      {children}
    </ListPage>
  );
}
