import type { Metadata } from 'next';
import { findRows } from '@/app/(app)/admin/find-rows';
import { orNotFound } from '@/app/shell/or-not-found';
import { shownOrigin } from '@/app/shell/shown-origin';
import { PeopleAdmin } from '@/components/admin/people-admin';
import { paths } from '@/lib/contract/paths';
import { listInvitations } from '@/lib/services/links/issue';
import { searchUsers } from '@/lib/services/users/find';
import { caller, pagePorts } from '@/lib/session/current-user';

export const metadata: Metadata = { title: 'People' };

const LIST = {
  path: paths.admin.users,
  sorts: ['name', 'email', 'role', 'created'],
  filters: ['state'],
  search: searchUsers,
};
export default async function AdminUsersPage({ searchParams }: PageProps<'/admin/users'>) {
  const { query, rows, total } = await findRows(LIST, searchParams);
  const invitations = orNotFound(await listInvitations(pagePorts(), await caller()));
  return (
    <PeopleAdmin
      rows={rows.map(({ user, ...counts }) => ({ ...user, ...counts }))}
      total={total}
      query={query}
      invitations={invitations}
      origin={shownOrigin()}
    />
  );
}
