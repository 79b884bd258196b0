import type { Metadata } from 'next';
import { BotShell } from '@/app/shell/bot-shell';
import { orNotFound } from '@/app/shell/or-not-found';
import { AnalyticsPage } from '@/components/analytics/analytics-page';
import { UsageCard } from '@/components/analytics/usage-card';
import { BusyPage } from '@/components/ui/busy';
import { paths } from '@/lib/contract/paths';
import { readAnalyticsPage } from '@/lib/services/analytics/read';
import { PAGE_TURN } from '@/lib/services/bots/view-history';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { parseSplitBy, splitUsage } from '@/lib/view/usage-split';

export const metadata: Metadata = { title: 'Analytics' };

/** How a bot grows, as its plan's analytics level shows it; for its owner and admins. */
export default async function BotAnalyticsPage({
  params,
  searchParams,
}: PageProps<'/bots/[botId]/analytics'>) {
  const { botId } = await params;
  const by = parseSplitBy((await searchParams).by);
  const { role } = await requireUser(paths.bot(botId).analytics);
  const view = orNotFound(await readAnalyticsPage(pagePorts(), await caller(), botId, PAGE_TURN));
  return (
    <BotShell botId={botId} current="analytics">
      {view.analytics === null || view.breakdown === null ? (
        <BusyPage />
      ) : (
        <AnalyticsPage view={{ ...view, analytics: view.analytics }} isAdmin={role === 'admin'}>
          <UsageCard
            {...{ botId, by }}
            split={splitUsage(view.breakdown, by)}
            annotations={view.annotations}
            href={paths.bot(botId).analytics}
          />
        </AnalyticsPage>
      )}
    </BotShell>
  );
}
