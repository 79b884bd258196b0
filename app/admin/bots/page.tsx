import type { Metadata } from 'next';
import { changeBotAction, createBotAction, deleteBotAction } from '@/app/actions/bots';
import { orNotFound } from '@/app/outcome';
import { principal, requireUser } from '@/app/session';
import { Shell } from '@/app/shell';
import { BotsAdmin } from '@/components/admin/bots-admin';
import { container } from '@/lib/container';
import { PAGE_SIZE } from '@/lib/services/ports';
import { searchBots } from '@/lib/services/search';
import { botRow } from '@/lib/view/admin-rows';
import { parseListQuery } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'Bots' };

const SORTS = ['name', 'id', 'owner', 'plan', 'report'];
const ACTIONS = { create: createBotAction, change: changeBotAction, remove: deleteBotAction };

export default async function AdminBotsPage({ searchParams }: PageProps<'/admin/bots'>) {
  await requireUser('/admin/bots');
  const query = parseListQuery(await searchParams, SORTS);
  const found = orNotFound(await searchBots(container().ports, await principal(), query));
  return (
    <Shell>
      <BotsAdmin
        rows={found.rows.map(({ account, owner }) => botRow(account, owner, found.nowMs))}
        total={found.total}
        pageSize={PAGE_SIZE}
        query={query}
        nowMs={found.nowMs}
        actions={ACTIONS}
      />
    </Shell>
  );
}
