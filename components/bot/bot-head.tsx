import { CopyButton } from '@/components/ui/copy-button';
import type { Elements } from '@/components/ui/elements';
import { Link } from '@/components/ui/link';
import { type Crumb, PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tab-links';
import { paths, withQuery } from '@/lib/contract/paths';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { BOT_TABS, tabsOf } from '@/lib/view/navigation';
import { StateBadge } from './state-badge';
import { PlanBadge } from './status-badge';

export type BotTab = keyof typeof BOT_TABS;

type BotHeadProps = {
  botId: string;
  name: string;
  planDisplayName: string;
  state: BotState;
  /** The server's clock at rendering. */
  nowMs: number;
  /** The list that the page leads back to. */
  crumb: Crumb;
  /** The owner, if it is another person than the reader. */
  owner: { readonly name: string; readonly email: string } | null;
  current: BotTab;
  actions?: Elements;
};

/** The head of all pages of a bot: what it is, in which state, and links to its other pages. */
export function BotHead({ botId, name, planDisplayName, state, nowMs, ...rest }: BotHeadProps) {
  const { crumb, owner, current, actions } = rest;
  const hrefs = paths.bot(botId);
  return (
    <PageHeader
      title={name}
      crumbs={[crumb, { href: hrefs.page, label: name }]}
      current={BOT_TABS[current]}
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
          {actions}
        </>
      }
      tabs={<TabLinks label="Bot" items={tabsOf(botId)} current={hrefs[current]} />}
    />
  );
}

function OwnerLink({ name, email }: { name: string; email: string }) {
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
