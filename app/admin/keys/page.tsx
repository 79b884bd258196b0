import { KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import { createKeyAction, revokeKeyAction, rotateKeyAction } from '@/app/actions/keys';
import { origin } from '@/app/origin';
import { orNotFound } from '@/app/outcome';
import { principal, requireUser } from '@/app/session';
import { Shell } from '@/app/shell';
import { ListPage } from '@/components/admin/list-page';
import { KeysTable } from '@/components/keys/keys-table';
import { EmptyState } from '@/components/ui/states';
import { container } from '@/lib/container';
import { PAGE_SIZE } from '@/lib/services/ports';
import { searchKeys } from '@/lib/services/search';
import { keyItem } from '@/lib/view/key-item';
import { parseListQuery } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'Keys' };

const SORTS = ['created', 'name', 'bot', 'used'];
const ACTIONS = { create: createKeyAction, rotate: rotateKeyAction, revoke: revokeKeyAction };

export default async function AdminKeysPage({ searchParams }: PageProps<'/admin/keys'>) {
  await requireUser('/admin/keys');
  const query = parseListQuery(await searchParams, SORTS, true);
  const found = orNotFound(await searchKeys(container().ports, await principal(), query));
  return (
    <Shell>
      <ListPage
        title="Keys"
        path="/admin/keys"
        query={query}
        total={found.total}
        pageSize={PAGE_SIZE}
        noun="keys"
        searchLabel="Search name, bot or last four"
        whenEmpty={
          <EmptyState title="No keys yet" icon={<KeyRound />}>
            A key is created on the page of its bot.
          </EmptyState>
        }
      >
        <KeysTable
          items={found.rows.map(({ key }) => keyItem(key, found.nowMs))}
          botNames={Object.fromEntries(found.rows.map(({ key, botName }) => [key.botId, botName]))}
          origin={await origin()}
          nowMs={found.nowMs}
          actions={ACTIONS}
        />
      </ListPage>
    </Shell>
  );
}
