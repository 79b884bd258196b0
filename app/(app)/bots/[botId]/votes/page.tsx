import { HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { shownOrigin } from '@/app/shell/shown-origin';
import { BusyPage } from '@/components/ui/busy';
import { BotVotes } from '@/components/votes/bot-votes';
import { SourceLog } from '@/components/votes/source-log';
import { votesParams } from '@/lib/contract/search-params';
import { sourcePath, voteCursorText } from '@/lib/domain/votes/vote';
import { votesQuery } from '@/lib/queries/votes';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { versioned } from '@/lib/services/result';
import { deliveryLog } from '@/lib/services/votes/sources';
import { viewVotes } from '@/lib/services/votes/view';
import { container } from '@/lib/session/container';
import { caller, requireUser } from '@/lib/session/current-user';
import { sourceHref, votesHref } from '@/lib/view/vote-words';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Votes');

/** The votes of a bot, or the log of one source. For its owner and admins. */
export default async function VotesPage({ params, searchParams }: PageProps<'/bots/[botId]/votes'>) {
  const { botId } = await params;
  const { source: sourceId, range: given, before } = votesParams.parse(await searchParams);
  const range = given ?? '30d';
  const cursor = before === null ? '' : voteCursorText(before);
  await requireUser(sourceId === null ? votesHref(botId, range, cursor) : sourceHref(botId, sourceId));
  if (sourceId !== null) return <Log botId={botId} sourceId={sourceId} />;
  const { ports } = container();
  const view = orNotFound(
    await viewVotes(ports, await caller(), botId, { cursor: before, range }, PAGE_READ_WAIT),
  );
  if (view === null) return <BusyPage />;
  const first = await prefetched(versioned(view));
  return (
    <HydrationBoundary state={dehydratedQuery(votesQuery(botId, range, cursor).queryKey, first)}>
      <BotVotes botId={botId} range={range} cursor={cursor} origin={shownOrigin()} />
    </HydrationBoundary>
  );
}

async function Log({ botId, sourceId }: { botId: string; sourceId: string }) {
  const log = orNotFound(await deliveryLog(container().ports, await caller(), sourceId));
  if (log.source.botId !== botId) notFound();
  return <SourceLog {...log} address={shownOrigin() + sourcePath(log.source)} />;
}
