import type { Metadata } from 'next';
import { findRows } from '@/app/(app)/admin/find-rows';
import { AccessTable } from '@/components/admin/access-table';
import { AuditList } from '@/components/admin/audit-list';
import { paths } from '@/lib/contract/paths';
import { searchAccess } from '@/lib/services/access/access-log';
import { accessRow } from '@/lib/view/admin-rows';

export const metadata: Metadata = { title: 'Sign-ins and denials' };

const LIST = {
  path: paths.admin.signIns,
  sorts: ['time'],
  isDescendingByDefault: true,
  search: searchAccess,
};

export default async function SignInsPage({ searchParams }: PageProps<'/admin/audit/sign-ins'>) {
  const { query, rows, total } = await findRows(LIST, searchParams);
  return (
    <AuditList of="access" query={query} total={total}>
      <AccessTable rows={rows.map(accessRow)} path={LIST.path} query={query} />
    </AuditList>
  );
}
