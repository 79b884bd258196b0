import { HydrationBoundary } from '@tanstack/react-query';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { ActivityList } from '@/components/activity/activity-list';
import { MarksCard } from '@/components/activity/marks-card';
import { activityParams } from '@/lib/contract/search-params';
import { activityQuery } from '@/lib/queries/activity';
import { readActivity } from '@/lib/services/activity/read';
import { listMarks } from '@/lib/services/marks/marks';
import { whole } from '@/lib/services/result';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { activityHref } from '@/lib/view/activity-links';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Activity');

/** Why calls of a bot were refused, and who changed what; for its owner and admins. */
export default async function ActivityPage({ params, searchParams }: PageProps<'/bots/[botId]/activity'>) {
  const { botId } = await params;
  const { page: requested, ...filter } = activityParams.parse(await searchParams);
  await requireUser(activityHref(botId, { ...filter, page: requested }));
  const view = whole(await readActivity(pagePorts(), await caller(), botId, filter, requested));
  const first = await prefetched(orNotFound(view));
  const { page } = first.data;
  const { marks } = orNotFound(await listMarks(pagePorts(), await caller(), botId));
  return (
    <HydrationBoundary state={dehydratedQuery(activityQuery(botId, filter, page).queryKey, first)}>
      <ActivityList botId={botId} filter={filter} page={page} />
      <MarksCard botId={botId} marks={marks.toReversed()} />
    </HydrationBoundary>
  );
}
