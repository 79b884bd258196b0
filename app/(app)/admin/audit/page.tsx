import type { Metadata } from 'next';
import { findRows } from '@/app/(app)/admin/find-rows';
import { AuditList } from '@/components/admin/audit-list';
import { AuditTable } from '@/components/admin/audit-table';
import { paths } from '@/lib/contract/paths';
import { searchAudit } from '@/lib/services/audit/search';
import { auditRow } from '@/lib/view/audit-rows';

export const metadata: Metadata = { title: 'Audit log' };

const LIST = {
  path: paths.admin.audit,
  sorts: ['time'],
  isDescendingByDefault: true,
  filters: ['kind', 'person', 'bot'],
  search: searchAudit,
};

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const { query, rows, total } = await findRows(LIST, searchParams);
  return (
    <AuditList of="changes" query={query} total={total}>
      <AuditTable rows={rows.map(auditRow)} path={LIST.path} query={query} />
    </AuditList>
  );
}
