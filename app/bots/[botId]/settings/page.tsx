import type { Metadata } from 'next';
import { changeSettingsAction } from '@/app/actions/bot-settings';
import { caller, requireUser } from '@/app/session/current-user';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { BotTabs } from '@/components/bot/bot-tabs';
import { SettingsForm } from '@/components/bot/settings-form';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { readSettings } from '@/lib/services/bots/settings';

export const metadata: Metadata = { title: 'Settings' };

/** What the owner of a bot and admins may set. */
export default async function SettingsPage({ params }: PageProps<'/bots/[botId]/settings'>) {
  const { botId } = await params;
  await requireUser(paths.bot(botId).settings);
  const { id, ...settings } = orNotFound(await readSettings(container().ports, await caller(), botId));
  const crumb = botsCrumb(await otherOwner(botId));
  return (
    <Shell section={crumb.href}>
      <PageHeader
        title="Settings"
        crumbs={[crumb, { href: paths.bot(id).page, label: settings.name }]}
        tabs={<BotTabs botId={id} current="settings" />}
      />
      <Card title="Bot">
        <SettingsForm botId={id} {...settings} action={changeSettingsAction} />
      </Card>
    </Shell>
  );
}
