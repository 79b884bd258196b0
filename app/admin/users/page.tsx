import type { Metadata } from 'next';
import {
  changeUserAction,
  createUserAction,
  deleteUserAction,
  resetPasswordAction,
} from '@/app/actions/users';
import { orNotFound } from '@/app/outcome';
import { principal, requireUser } from '@/app/session';
import { Shell } from '@/app/shell';
import { PeopleAdmin } from '@/components/admin/people-admin';
import { container } from '@/lib/container';
import { PAGE_SIZE } from '@/lib/services/ports';
import { searchUsers } from '@/lib/services/search';
import { parseListQuery } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'People' };

const SORTS = ['name', 'email', 'role', 'created'];
const ACTIONS = {
  create: createUserAction,
  change: changeUserAction,
  resetPassword: resetPasswordAction,
  remove: deleteUserAction,
};

export default async function AdminUsersPage({ searchParams }: PageProps<'/admin/users'>) {
  await requireUser('/admin/users');
  const query = parseListQuery(await searchParams, SORTS);
  const found = orNotFound(await searchUsers(container().ports, await principal(), query));
  return (
    <Shell>
      <PeopleAdmin
        rows={found.rows.map(({ user, botCount }) => ({ ...user, botCount }))}
        total={found.total}
        pageSize={PAGE_SIZE}
        query={query}
        actions={ACTIONS}
      />
    </Shell>
  );
}
