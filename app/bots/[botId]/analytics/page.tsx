import type { Metadata } from 'next';
import { caller, requireUser } from '@/app/session/current-user';
import { BotShell } from '@/app/shell/bot-shell';
import { orNotFound } from '@/app/shell/or-not-found';
import { AnalyticsPage } from '@/components/analytics/analytics-page';
import { BusyPage } from '@/components/ui/busy';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { readAnalyticsPage } from '@/lib/services/analytics/read';
import { PAGE_TURN } from '@/lib/services/bots/view-history';

export const metadata: Metadata = { title: 'Analytics' };

/** How a bot grows, as its plan's analytics level shows it; for its owner and admins. */
export default async function BotAnalyticsPage({ params }: PageProps<'/bots/[botId]/analytics'>) {
  const { botId } = await params;
  const { role } = await requireUser(paths.bot(botId).analytics);
  const view = orNotFound(await readAnalyticsPage(container().ports, await caller(), botId, PAGE_TURN));
  return (
    <BotShell botId={botId} current="analytics">
      {view.analytics === null ? (
        <BusyPage />
      ) : (
        <AnalyticsPage view={{ ...view, analytics: view.analytics }} isAdmin={role === 'admin'} />
      )}
    </BotShell>
  );
}
