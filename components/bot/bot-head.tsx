'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ReadOnly } from '@/components/ui/read-only';
import { useReadOnEachPage } from '@/components/ui/use-read-on-each-page';
import type { BotHeadView } from '@/lib/contract/bot-view';
import { paths, withQuery } from '@/lib/contract/paths';
import { botHeadQuery } from '@/lib/queries/bots';
import { isOutdated } from '@/lib/queries/fetch-json';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { sectionsOf } from '@/lib/view/navigation';
import { botPageTitle } from '@/lib/view/state-words';
import { StateBadge } from './state-badge';
import { Sentence } from './state-sentence';
import { PlanBadge } from './status-badge';
import { TabState } from './tab-state';

/**
 * The head of all pages of a bot: what it is, in which state, since when, why and what to do. A page below it has no forms for
 * whoever only sees the bot.
 */
export function BotHead({ botId, children }: { botId: string; children: ReactNode }) {
  const query = botHeadQuery(botId);
  const { data: head, error } = useLive(query, LIVE.head);
  const { nowMs, name, planDisplayName, state, owner } = head;
  useReadOnEachPage(query.queryKey);
  const path = usePathname();
  const tab = sectionsOf(botId).find(({ href }) => href === path);
  return (
    <>
      <PageHeader
        title={name}
        meta={
          <>
            <StateBadge state={state} nowMs={nowMs} className="h-6 px-2" />
            <PlanBadge displayName={planDisplayName} className="h-6 px-2 max-md:hidden" />
            <span className="flex items-center max-md:hidden">
              <code translate="no" className="text-xs">
                {botId}
              </code>
              <CopyButton text={botId} label="Copy the bot’s id" />
            </span>
            {owner !== null && <OwnerLink {...owner} />}
          </>
        }
      />
      {!isOutdated(error) && <Sentence {...head} botId={botId} />}
      <TabState title={botPageTitle(head, tab?.label ?? '')} state={state} />
      <ReadOnly value={!head.mayManage}>
        <div className="contents">{children}</div>
      </ReadOnly>
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
