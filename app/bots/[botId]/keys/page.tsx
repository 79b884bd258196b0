import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createKeyAction, revokeKeyAction, rotateKeyAction } from '@/app/actions/keys';
import { caller, requireUser } from '@/app/session/current-user';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { firstData, firstState } from '@/app/shell/first-data';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { BotTabs } from '@/components/bot/bot-tabs';
import { BotKeys } from '@/components/keys/bot-keys';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { paths, withQuery } from '@/lib/contract/paths';
import { parsePage } from '@/lib/domain/text/paging';
import { keysQuery } from '@/lib/queries/keys';
import { viewKeys } from '@/lib/services/keys/find';
import { whole } from '@/lib/services/result';

export const metadata: Metadata = { title: 'Keys' };

const ACTIONS = { create: createKeyAction, rotate: rotateKeyAction, revoke: revokeKeyAction };

/** The keys of one bot, paginated, for its owner and admins. */
export default async function KeysPage({ params, searchParams }: PageProps<'/bots/[botId]/keys'>) {
  const { botId } = await params;
  const requested = parsePage((await searchParams).page);
  const path = paths.bot(botId).keys;
  await requireUser(requested === 1 ? path : withQuery(path, { page: requested }));
  const view = whole(await viewKeys(container().ports, await caller(), botId, requested));
  const first = await firstData(orNotFound(view));
  const { bot, page } = first.data;
  const crumb = botsCrumb(await otherOwner(botId));
  return (
    <Shell section={crumb.href}>
      <PageHeader
        title="Keys"
        crumbs={[crumb, { href: paths.bot(bot.id).page, label: bot.name }]}
        tabs={<BotTabs botId={bot.id} current="keys" />}
      />
      <HydrationBoundary state={firstState(keysQuery(botId, page).queryKey, first)}>
        <BotKeys botId={bot.id} page={page} origin={shownOrigin()} actions={ACTIONS} />
      </HydrationBoundary>
    </Shell>
  );
}
