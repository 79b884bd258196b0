import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { OwnBots } from '@/components/bot/own-bots';
import { OwnInvitations } from '@/components/people/own-invitations';
import { COMBINED_FROM } from '@/lib/contract/own-bots';
import { paths } from '@/lib/contract/paths';
import { ownBotsParams } from '@/lib/contract/search-params';
import { numberOf } from '@/lib/domain/bots/bot-list';
import { combinedQuery, ownBotsQuery } from '@/lib/queries/bots';
import { readCombined } from '@/lib/services/bots/combined';
import { listOwnBots } from '@/lib/services/bots/list';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { listOwnInvitations } from '@/lib/services/people/read';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { listHref } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'My bots' };

export default async function BotsPage({ searchParams }: PageProps<'/bots'>) {
  const given = await searchParams;
  const query = ownBotsParams.parse(given);
  const address = Object.keys(given).length === 0 ? paths.bots : listHref(paths.bots, query, query);
  const { role } = await requireUser(address);
  const [ports, who] = [pagePorts(), await caller()];
  const first = await prefetched(orNotFound(await listOwnBots(ports, who, query)));
  const isCombined = numberOf(first.data.counts) >= COMBINED_FROM;
  const states = [dehydratedQuery(ownBotsQuery(query).queryKey, first)];
  if (isCombined) {
    const combined = await prefetched(orNotFound(await readCombined(ports, who, PAGE_READ_WAIT)));
    states.push(dehydratedQuery(combinedQuery.queryKey, combined));
  }
  return (
    <HydrationBoundary state={{ mutations: [], queries: states.flatMap(({ queries }) => queries) }}>
      <OwnInvitations invitations={orNotFound(await listOwnInvitations(ports, who))} />
      <OwnBots key={address} query={query} isAdmin={role === 'admin'} isCombined={isCombined} />
    </HydrationBoundary>
  );
}
