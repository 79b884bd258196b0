import type { Metadata } from 'next';
import { orNotFound } from '@/app/shell/or-not-found';
import { OverviewPage } from '@/components/admin/overview-page';
import { paths } from '@/lib/contract/paths';
import { readOverview } from '@/lib/services/overview/overview';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { botRow } from '@/lib/view/admin-rows';

export const metadata: Metadata = { title: 'Overview' };

/** The whole service at a glance, where admins land. */
export default async function AdminPage() {
  await requireUser(paths.admin.overview);
  const { worst, requests, ...overview } = orNotFound(await readOverview(pagePorts(), await caller()));
  return (
    <OverviewPage
      {...overview}
      requests={{
        count: requests.count,
        rows: requests.listed.map(({ request, bot, owner }) => ({
          request,
          botName: bot.name,
          ownerName: owner.name,
          ownerEmail: owner.email,
        })),
      }}
      worst={worst.map(({ account, owner, state }) => botRow(account, owner, state))}
    />
  );
}
