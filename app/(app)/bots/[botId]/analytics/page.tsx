import { orNotFound } from '@/app/shell/or-not-found';
import { AnalyticsPage } from '@/components/analytics/analytics-page';
import { UsageCard } from '@/components/analytics/usage-card';
import { BusyPage } from '@/components/ui/busy';
import { paths } from '@/lib/contract/paths';
import { analyticsParams } from '@/lib/contract/search-params';
import { readAnalyticsPage } from '@/lib/services/analytics/read';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { usageHref } from '@/lib/view/bot-page';
import { splitUsage } from '@/lib/view/usage-split';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Analytics');

/** How a bot grows, as its plan's analytics level shows it; for its owner and admins. */
export default async function BotAnalyticsPage({
  params,
  searchParams,
}: PageProps<'/bots/[botId]/analytics'>) {
  const { botId } = await params;
  const { by, range } = analyticsParams.parse(await searchParams);
  const path = paths.bot(botId).analytics;
  const { role } = await requireUser(usageHref(path, range, by));
  const view = orNotFound(await readAnalyticsPage(pagePorts(), await caller(), botId, PAGE_READ_WAIT));
  return (
    <>
      {view.analytics === null || view.breakdown === null ? (
        <BusyPage />
      ) : (
        <AnalyticsPage view={{ ...view, analytics: view.analytics }} isAdmin={role === 'admin'}>
          <UsageCard
            {...{ botId, by, range }}
            nowMs={view.nowMs}
            split={splitUsage(view.breakdown, by)}
            annotations={view.annotations}
            path={path}
            isByChosen
          />
        </AnalyticsPage>
      )}
    </>
  );
}
