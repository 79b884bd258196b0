import type { Metadata } from 'next';
import { caller, requireUser } from '@/app/session/current-user';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { OwnBots } from '@/components/bot/own-bots';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { toJsonText } from '@/lib/contract/json-text';
import { ownBotsParams, partsOfOwnBots } from '@/lib/contract/own-bots';
import { lastingOwnBots, ownBotsFields, toBotListQuery } from '@/lib/contract/own-bots-query';
import { entityTag } from '@/lib/http/entity-tag';
import { listOwnBots } from '@/lib/services/bots/list-own';
import { ownBotsHref } from '@/lib/view/own-bots';

export const metadata: Metadata = { title: 'My bots' };

export default async function BotsPage({ searchParams }: PageProps<'/bots'>) {
  const query = toBotListQuery(ownBotsFields.parse(await searchParams));
  const { role } = await requireUser(ownBotsHref(query, { page: query.page }));
  const view = orNotFound(await listOwnBots(container().ports, await caller(), query));
  const parts = partsOfOwnBots(view);
  return (
    <Shell unread={{ nowMs: view.nowMs, unread: view.unread }}>
      <PageHeader title="My bots" />
      <OwnBots
        key={String(ownBotsParams(query))}
        first={toJsonText({ parts, etag: entityTag(lastingOwnBots(parts)) })}
        query={query}
        isAdmin={role === 'admin'}
      />
    </Shell>
  );
}
