import { orNotFound } from '@/app/shell/or-not-found';
import { shownOrigin } from '@/app/shell/shown-origin';
import { PlanSettings } from '@/components/bot/plan-settings';
import { PublicCard } from '@/components/bot/public-card';
import { SettingsForm } from '@/components/bot/settings-form';
import { PlanBadge } from '@/components/bot/status-badge';
import { Card } from '@/components/ui/card';
import { paths } from '@/lib/contract/paths';
import { PLANS } from '@/lib/domain/quota/plan';
import { readPlanState } from '@/lib/services/bots/plan-request';
import { readSettings } from '@/lib/services/bots/settings';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { PLACES } from '@/lib/view/state-sentence';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Settings');

/** What the owner of a bot and admins may set. */
export default async function SettingsPage({ params }: PageProps<'/bots/[botId]/settings'>) {
  const { botId } = await params;
  const { role } = await requireUser(paths.bot(botId).settings);
  const [ports, who] = [pagePorts(), await caller()];
  const { id, isPublic, ...settings } = orNotFound(await readSettings(ports, who, botId));
  const state = orNotFound(await readPlanState(ports, who, botId));
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card title="Bot">
        <SettingsForm botId={id} {...settings} />
      </Card>
      <div id={PLACES.plan} className="grid min-w-0">
        <Card title="Plan" aside={<PlanBadge displayName={PLANS[state.plan].displayName} />}>
          <PlanSettings botId={id} {...state} isAdmin={role === 'admin'} />
        </Card>
      </div>
      <PublicCard botId={id} name={settings.name} isPublic={isPublic} origin={shownOrigin()} />
    </div>
  );
}
