import type { Metadata } from 'next';
import { findRows } from '@/app/(app)/admin/find-rows';
import { orNotFound } from '@/app/shell/or-not-found';
import { BotsAdmin } from '@/components/admin/bots-admin';
import { paths } from '@/lib/contract/paths';
import { searchBots } from '@/lib/services/bots/list';
import { readBotGroups } from '@/lib/services/overview/overview';
import { caller, currentUser, pagePorts } from '@/lib/session/current-user';
import { botRow } from '@/lib/view/admin-rows';

export const metadata: Metadata = { title: 'Bots' };

const LIST = {
  path: paths.admin.bots,
  sorts: ['name', 'id', 'owner', 'plan', 'report'],
  filters: ['owner', 'state'],
  search: searchBots,
};
export default async function AdminBotsPage({ searchParams }: PageProps<'/admin/bots'>) {
  const { query, rows, total, nowMs } = await findRows(LIST, searchParams);
  const user = await currentUser();
  const groups = orNotFound(await readBotGroups(pagePorts(), await caller()));
  return (
    <BotsAdmin
      rows={rows.map(({ account, owner, state }) => botRow(account, owner, state))}
      total={total}
      query={query}
      nowMs={nowMs}
      groups={groups}
      ownEmail={user?.email ?? ''}
    />
  );
}
