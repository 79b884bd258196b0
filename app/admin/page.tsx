import type { Metadata } from 'next';
import { caller, requireUser } from '@/app/session/current-user';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { OverviewPage } from '@/components/admin/overview-page';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { readOverview } from '@/lib/services/overview/overview';
import { botRow } from '@/lib/view/admin-rows';

export const metadata: Metadata = { title: 'Overview' };

/** The whole service at a glance, where admins land. */
export default async function AdminPage() {
  await requireUser(paths.admin.overview);
  const { worst, ...overview } = orNotFound(await readOverview(container().ports, await caller()));
  return (
    <Shell>
      <OverviewPage
        {...overview}
        worst={worst.map(({ account, owner, state }) => botRow(account, owner, state))}
      />
    </Shell>
  );
}
