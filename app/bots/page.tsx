import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { caller, requireUser } from '@/app/session/current-user';
import { firstData, firstState } from '@/app/shell/first-data';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { OwnBots } from '@/components/bot/own-bots';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { ownBotsParams } from '@/lib/contract/own-bots';
import { ownBotsFields, toBotListQuery } from '@/lib/contract/own-bots-query';
import { ownBotsQuery } from '@/lib/queries/bots';
import { listOwnBots } from '@/lib/services/bots/list';
import { ownBotsHref } from '@/lib/view/own-bots';

export const metadata: Metadata = { title: 'My bots' };

export default async function BotsPage({ searchParams }: PageProps<'/bots'>) {
  const query = toBotListQuery(ownBotsFields.parse(await searchParams));
  const { role } = await requireUser(ownBotsHref(query, { page: query.page }));
  const first = await firstData(orNotFound(await listOwnBots(container().ports, await caller(), query)));
  return (
    <Shell>
      <PageHeader title="My bots" />
      <HydrationBoundary state={firstState(ownBotsQuery(query).queryKey, first)}>
        <OwnBots key={String(ownBotsParams(query))} query={query} isAdmin={role === 'admin'} />
      </HydrationBoundary>
    </Shell>
  );
}
