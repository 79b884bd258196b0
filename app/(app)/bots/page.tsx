import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { OwnBots } from '@/components/bot/own-bots';
import { PageHeader } from '@/components/ui/page-header';
import { COMBINED_FROM, ownBotsParams } from '@/lib/contract/own-bots';
import { ownBotsFields } from '@/lib/contract/search-params';
import { combinedQuery, ownBotsQuery } from '@/lib/queries/bots';
import { readCombined } from '@/lib/services/bots/combined';
import { listOwnBots } from '@/lib/services/bots/list';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { numberOf, ownBotsHref, ROWS_COOKIE } from '@/lib/view/own-bots';

export const metadata: Metadata = { title: 'My bots' };

export default async function BotsPage({ searchParams }: PageProps<'/bots'>) {
  const query = ownBotsFields.parse(await searchParams);
  const { role } = await requireUser(ownBotsHref(query, { page: query.page }));
  const [ports, who] = [pagePorts(), await caller()];
  const first = await prefetched(orNotFound(await listOwnBots(ports, who, query)));
  const isCombined = numberOf(first.data.counts) >= COMBINED_FROM;
  const list = (
    <OwnBots
      key={String(ownBotsParams(query))}
      query={query}
      isAdmin={role === 'admin'}
      isCombined={isCombined}
      isCompact={(await cookies()).get(ROWS_COOKIE)?.value === 'compact'}
    />
  );
  return (
    <>
      <PageHeader title="My bots" />
      <HydrationBoundary state={dehydratedQuery(ownBotsQuery(query).queryKey, first)}>
        {isCombined ? (
          <HydrationBoundary
            state={dehydratedQuery(
              combinedQuery.queryKey,
              await prefetched(orNotFound(await readCombined(ports, who, PAGE_READ_WAIT))),
            )}
          >
            {list}
          </HydrationBoundary>
        ) : (
          list
        )}
      </HydrationBoundary>
    </>
  );
}
