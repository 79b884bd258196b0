import type { Metadata } from 'next';
import { createKeyAction, revokeKeyAction, rotateKeyAction } from '@/app/actions/keys';
import { caller, requireUser } from '@/app/session/current-user';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { BotTabs } from '@/components/bot/bot-tabs';
import { KeysTable } from '@/components/keys/keys-table';
import { PageHeader } from '@/components/ui/page-header';
import { Pagination } from '@/components/ui/pagination';
import { container } from '@/lib/container';
import { paths, withQuery } from '@/lib/contract/paths';
import { PAGE_SIZE, parsePage } from '@/lib/domain/paging';
import { listKeys } from '@/lib/services/keys/list';
import { keyItem } from '@/lib/view/key-item';
import { pageLinks } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'Keys' };

const ACTIONS = { create: createKeyAction, rotate: rotateKeyAction, revoke: revokeKeyAction };

/** The keys of one bot, paginated, for its owner and admins. */
export default async function KeysPage({ params, searchParams }: PageProps<'/bots/[botId]/keys'>) {
  const { botId } = await params;
  const requested = parsePage((await searchParams).page);
  const path = paths.bot(botId).keys;
  await requireUser(requested === 1 ? path : withQuery(path, { page: requested }));
  const found = orNotFound(await listKeys(container().ports, await caller(), botId, requested));
  const { nowMs, bot, keys, page, total } = found;
  const links = pageLinks({ page, total, pageSize: PAGE_SIZE }, (n) =>
    withQuery(paths.bot(bot.id).keys, { page: n }),
  );
  const crumb = botsCrumb(await otherOwner(botId));
  return (
    <Shell section={crumb.href}>
      <PageHeader
        title="Keys"
        crumbs={[crumb, { href: paths.bot(bot.id).page, label: bot.name }]}
        tabs={<BotTabs botId={bot.id} current="keys" />}
      />
      <KeysTable
        items={keys.map((key) => keyItem(key, nowMs))}
        botId={bot.id}
        origin={shownOrigin()}
        nowMs={nowMs}
        actions={ACTIONS}
      />
      {total > PAGE_SIZE && (
        <div className="mt-4">
          <Pagination noun="keys" {...links} />
        </div>
      )}
    </Shell>
  );
}
