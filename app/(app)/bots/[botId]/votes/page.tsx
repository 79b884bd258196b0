import { HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { shownOrigin } from '@/app/shell/shown-origin';
import { BusyPage } from '@/components/ui/busy';
import { BotVotes } from '@/components/votes/bot-votes';
import { SourceLog } from '@/components/votes/source-log';
import { paths } from '@/lib/contract/paths';
import { votesParams } from '@/lib/contract/search-params';
import { sourcePath, voteCursorText } from '@/lib/domain/votes/vote';
import { votesQuery } from '@/lib/queries/votes';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { versioned } from '@/lib/services/result';
import { deliveryLog } from '@/lib/services/votes/sources';
import { viewVotes } from '@/lib/services/votes/view';
import { container } from '@/lib/session/container';
import { caller, requireUser } from '@/lib/session/current-user';
import { sourceHref, votersHref } from '@/lib/view/vote-words';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Votes');

/** The votes of a bot, or the log of one source. For its owner and admins. */
export default async function VotesPage({ params, searchParams }: PageProps<'/bots/[botId]/votes'>) {
  const { botId } = await params;
  const { source: sourceId, before: place } = votesParams.parse(await searchParams);
  const cursor = place === null ? '' : voteCursorText(place);
  const path = cursor === '' ? paths.bot(botId).votes : votersHref(botId, cursor);
  await requireUser(sourceId === null ? path : sourceHref(botId, sourceId));
  if (sourceId !== null) return <Log botId={botId} sourceId={sourceId} />;
  const view = orNotFound(await viewVotes(container().ports, await caller(), botId, place, PAGE_READ_WAIT));
  if (view === null) return <BusyPage />;
  const first = await prefetched(versioned(view));
  return (
    <HydrationBoundary state={dehydratedQuery(votesQuery(botId, cursor).queryKey, first)}>
      <BotVotes botId={botId} cursor={cursor} origin={shownOrigin()} />
    </HydrationBoundary>
  );
}

async function Log({ botId, sourceId }: { botId: string; sourceId: string }) {
  const log = orNotFound(await deliveryLog(container().ports, await caller(), sourceId));
  if (log.source.botId !== botId) notFound();
  return <SourceLog {...log} address={shownOrigin() + sourcePath(log.source)} />;
}
