import type { Metadata } from 'next';
import { changeSettingsAction } from '@/app/actions/bot-settings';
import { caller, requireUser } from '@/app/session/current-user';
import { BotShell } from '@/app/shell/bot-shell';
import { orNotFound } from '@/app/shell/or-not-found';
import { SettingsForm } from '@/components/bot/settings-form';
import { Card } from '@/components/ui/card';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { readSettings } from '@/lib/services/bots/settings';

export const metadata: Metadata = { title: 'Settings' };

/** What the owner of a bot and admins may set. */
export default async function SettingsPage({ params }: PageProps<'/bots/[botId]/settings'>) {
  const { botId } = await params;
  await requireUser(paths.bot(botId).settings);
  const { id, ...settings } = orNotFound(await readSettings(container().ports, await caller(), botId));
  return (
    <BotShell botId={botId} current="settings">
      <Card title="Bot">
        <SettingsForm botId={id} {...settings} action={changeSettingsAction} />
      </Card>
    </BotShell>
  );
}
