import { HydrationBoundary } from '@tanstack/react-query';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { shownOrigin } from '@/app/shell/shown-origin';
import { BotKeys } from '@/components/keys/bot-keys';
import { keysParams } from '@/lib/contract/search-params';
import { keysQuery } from '@/lib/queries/keys';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { viewKeys } from '@/lib/services/keys/find';
import { whole } from '@/lib/services/result';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { keysHref } from '@/lib/view/bot-page';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Keys');

/** The keys of one bot, paginated, for its owner and admins. */
export default async function KeysPage({ params, searchParams }: PageProps<'/bots/[botId]/keys'>) {
  const { botId } = await params;
  const { page: requested, range } = keysParams.parse(await searchParams);
  await requireUser(keysHref(botId, range, requested));
  const view = whole(await viewKeys(pagePorts(), await caller(), botId, requested, PAGE_READ_WAIT));
  const first = await prefetched(orNotFound(view));
  const { bot, page } = first.data;
  return (
    <HydrationBoundary state={dehydratedQuery(keysQuery(botId, page).queryKey, first)}>
      <BotKeys botId={bot.id} range={range} page={page} origin={shownOrigin()} />
    </HydrationBoundary>
  );
}
