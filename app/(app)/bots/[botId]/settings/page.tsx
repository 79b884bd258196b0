import { orNotFound } from '@/app/shell/or-not-found';
import { shownOrigin } from '@/app/shell/shown-origin';
import { PlanSettings } from '@/components/bot/plan-settings';
import { PublicCard } from '@/components/bot/public-card';
import { SettingsForms } from '@/components/bot/settings-form';
import { OwnRole } from '@/components/people/own-role';
import { PeopleCard } from '@/components/people/people-card';
import { paths } from '@/lib/contract/paths';
import { readPlanState } from '@/lib/services/bots/plan-request';
import { readSettings } from '@/lib/services/bots/settings';
import { readPeople } from '@/lib/services/people/read';
import { container } from '@/lib/session/container';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { PLACES } from '@/lib/view/state-sentence';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Settings');

/** What people of a bot and admins may set, each by their role. */
export default async function SettingsPage({ params }: PageProps<'/bots/[botId]/settings'>) {
  const { botId } = await params;
  const { role } = await requireUser(paths.bot(botId).settings);
  const [ports, who] = [pagePorts(), await caller()];
  const {
    id,
    isPublic,
    showsDeploys,
    role: own,
    mayManage,
    mayOwn,
    ...settings
  } = orNotFound(await readSettings(ports, who, botId));
  const state = orNotFound(await readPlanState(ports, who, botId));
  return (
    <div className="flex max-w-[60rem] flex-col gap-4">
      {own !== null && <OwnRole botId={id} role={own} />}
      {mayManage && <SettingsForms botId={id} {...settings} />}
      {mayOwn && (
        <>
          <People botId={id} />
          <PublicCard
            botId={id}
            name={settings.name}
            isPublic={isPublic}
            showsDeploys={showsDeploys}
            origin={shownOrigin()}
          />
        </>
      )}
      <div id={PLACES.plan} className="grid min-w-0">
        <PlanSettings
          botId={id}
          {...state}
          isAdmin={role === 'admin'}
          supportUrl={container().env.supportUrl ?? null}
        />
      </div>
    </div>
  );
}

async function People({ botId }: { botId: string }) {
  return <PeopleCard botId={botId} {...orNotFound(await readPeople(pagePorts(), await caller(), botId))} />;
}
