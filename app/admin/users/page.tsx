import type { Metadata } from 'next';
import {
  changeUserAction,
  createUserAction,
  deleteUserAction,
  resetPasswordAction,
} from '@/app/actions/users';
import { findRows } from '@/app/admin/find-rows';
import { Shell } from '@/app/shell/shell';
import { PeopleAdmin } from '@/components/admin/people-admin';
import { paths } from '@/lib/contract/paths';
import { searchUsers } from '@/lib/services/users/search';

export const metadata: Metadata = { title: 'People' };

const LIST = { path: paths.admin.users, sorts: ['name', 'email', 'role', 'created'], search: searchUsers };
const ACTIONS = {
  create: createUserAction,
  change: changeUserAction,
  resetPassword: resetPasswordAction,
  remove: deleteUserAction,
};

export default async function AdminUsersPage({ searchParams }: PageProps<'/admin/users'>) {
  const { query, rows, total } = await findRows(LIST, searchParams);
  return (
    <Shell>
      <PeopleAdmin
        rows={rows.map(({ user, ...counts }) => ({ ...user, ...counts }))}
        total={total}
        query={query}
        actions={ACTIONS}
      />
    </Shell>
  );
}
