import type { Metadata } from 'next';
import { changeAlertsAction } from '@/app/actions/alerts';
import { caller, requireUser } from '@/app/session/current-user';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { MessagesCard } from '@/components/alerts/messages-card';
import { BotTabs } from '@/components/bot/bot-tabs';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { readAlertSettings } from '@/lib/services/alerts/read-settings';
import { readSettings } from '@/lib/services/bots/read-settings';

export const metadata: Metadata = { title: 'Alerts' };

/** Which events of a bot are told, and by which way; for its owner and admins. */
export default async function AlertsPage({ params }: PageProps<'/bots/[botId]/alerts'>) {
  const { botId } = await params;
  await requireUser(paths.bot(botId).alerts);
  const { ports } = container();
  const who = await caller();
  const { id, name } = orNotFound(await readSettings(ports, who, botId));
  const alerts = orNotFound(await readAlertSettings(ports, who, botId));
  const crumb = botsCrumb(await otherOwner(botId));
  return (
    <Shell section={crumb.href}>
      <PageHeader
        title="Alerts"
        crumbs={[crumb, { href: paths.bot(id).page, label: name }]}
        tabs={<BotTabs botId={id} current="alerts" />}
      />
      <MessagesCard botId={id} {...alerts} action={changeAlertsAction} />
    </Shell>
  );
}
