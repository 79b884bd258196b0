'use client';

import { usePathname } from 'next/navigation';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tab-links';
import { useReadOnEachPage } from '@/components/ui/use-read-on-each-page';
import type { BotHeadView } from '@/lib/contract/bot-view';
import { paths, withQuery } from '@/lib/contract/paths';
import { botHeadQuery } from '@/lib/queries/bots';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { tabsOf } from '@/lib/view/navigation';
import { botPageTitle } from '@/lib/view/state-words';
import { StateBadge } from './state-badge';
import { PlanBadge } from './status-badge';
import { TabState } from './tab-state';

/** The head of all pages of a bot: what it is, in which state, and links to its other pages. */
export function BotHead({ botId }: { botId: string }) {
  const query = botHeadQuery(botId);
  const { nowMs, name, planDisplayName, state, percentage, owner } = useLive(query, LIVE.head).data;
  useReadOnEachPage(query.queryKey);
  const path = usePathname();
  const tabs = tabsOf(botId);
  const overview = paths.bot(botId).page;
  const tab = tabs.find(({ href }) => href === path);
  const list =
    owner === null ? { href: paths.bots, label: 'My bots' } : { href: paths.admin.bots, label: 'Bots' };
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[list, { href: overview, label: name }]}
        current={tab?.label}
        meta={
          <>
            <span className="flex items-center">
              <code translate="no" className="text-xs">
                {botId}
              </code>
              <CopyButton text={botId} label="Copy the bot’s id" />
            </span>
            <PlanBadge displayName={planDisplayName} />
            <StateBadge state={state} nowMs={nowMs} />
            {owner !== null && <OwnerLink {...owner} />}
          </>
        }
        tabs={<TabLinks label="Bot" items={tabs} current={path} />}
      />
      <TabState title={botPageTitle({ state, percentage, name }, tab?.label ?? '')} state={state} />
    </>
  );
}

function OwnerLink({ name, email }: NonNullable<BotHeadView['owner']>) {
  return (
    <span title={email} className="flex min-w-0 items-center gap-1">
      of
      <Link
        href={withQuery(paths.admin.users, { q: email })}
        className="block max-w-48 truncate underline underline-offset-4"
      >
        <bdi>{name}</bdi>
      </Link>
    </span>
  );
}
