import type { Metadata } from 'next';
import { findRows } from '@/app/(app)/admin/find-rows';
import {
  changeUserAction,
  createUserAction,
  deleteUserAction,
  inviteUserAction,
  issueResetAction,
  resetPasswordAction,
  withdrawInvitationAction,
} from '@/app/actions/users';
import { caller, pagePorts } from '@/app/session/current-user';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { PeopleAdmin } from '@/components/admin/people-admin';
import { paths } from '@/lib/contract/paths';
import { listInvitations } from '@/lib/services/links/issue';
import { searchUsers } from '@/lib/services/users/find';

export const metadata: Metadata = { title: 'People' };

const LIST = { path: paths.admin.users, sorts: ['name', 'email', 'role', 'created'], search: searchUsers };
const ACTIONS = {
  create: createUserAction,
  change: changeUserAction,
  invite: inviteUserAction,
  withdraw: withdrawInvitationAction,
  issueReset: issueResetAction,
  resetPassword: resetPasswordAction,
  remove: deleteUserAction,
};

export default async function AdminUsersPage({ searchParams }: PageProps<'/admin/users'>) {
  const { query, rows, total } = await findRows(LIST, searchParams);
  const invitations = orNotFound(await listInvitations(pagePorts(), await caller()));
  return (
    <Shell>
      <PeopleAdmin
        rows={rows.map(({ user, ...counts }) => ({ ...user, ...counts }))}
        total={total}
        query={query}
        invitations={invitations}
        origin={shownOrigin()}
        actions={ACTIONS}
      />
    </Shell>
  );
}
