import type { Metadata } from 'next';
import { orNotFound } from '@/app/outcome';
import { principal, requireUser } from '@/app/session';
import { Shell } from '@/app/shell';
import { AuditTable } from '@/components/admin/audit-table';
import { ListPage } from '@/components/admin/list-page';
import { container } from '@/lib/container';
import { PAGE_SIZE } from '@/lib/services/ports';
import { searchAudit } from '@/lib/services/search';
import { auditRow } from '@/lib/view/admin-rows';
import { parseListQuery } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'Audit log' };

const PATH = '/admin/audit';

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  await requireUser(PATH);
  const query = parseListQuery(await searchParams, ['time'], true);
  const found = orNotFound(await searchAudit(container().ports, await principal(), query));
  return (
    <Shell>
      <ListPage
        title="Audit log"
        path={PATH}
        query={query}
        total={found.total}
        pageSize={PAGE_SIZE}
        noun="entries"
        searchLabel="Search action, subject or person"
        whenEmpty={null}
      >
        <AuditTable rows={found.rows.map(auditRow)} path={PATH} query={query} />
      </ListPage>
    </Shell>
  );
}
