import { KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import { findRows } from '@/app/(app)/admin/find-rows';
import { shownOrigin } from '@/app/shell/shown-origin';
import { KeysTable } from '@/components/keys/keys-table';
import { ListPage } from '@/components/ui/list-page';
import { EmptyState } from '@/components/ui/states';
import { keyItem } from '@/lib/contract/keys-view';
import { paths } from '@/lib/contract/paths';
import { searchKeys } from '@/lib/services/keys/find';

export const metadata: Metadata = { title: 'Keys' };

const LIST = {
  path: paths.admin.keys,
  sorts: ['created', 'name', 'bot', 'used'],
  isDescendingByDefault: true,
  filters: ['state'],
  search: searchKeys,
};
const STATES = [
  { value: 'live', label: 'Live' },
  { value: 'ended', label: 'Expired or revoked' },
];

export default async function AdminKeysPage({ searchParams }: PageProps<'/admin/keys'>) {
  const { query, rows, total, nowMs } = await findRows(LIST, searchParams);
  return (
    <ListPage
      title="Keys"
      path={LIST.path}
      query={query}
      total={total}
      noun="keys"
      one="key"
      searchLabel="Search name, bot or last four"
      states={STATES}
      whenEmpty={
        <EmptyState title="No keys yet" icon={<KeyRound />}>
          A key is created on the page of its bot.
        </EmptyState>
      }
    >
      <KeysTable
        items={rows.map(({ key }) => keyItem(key, nowMs))}
        botNames={Object.fromEntries(rows.map(({ key, botName }) => [key.botId, botName]))}
        origin={shownOrigin()}
        nowMs={nowMs}
      />
    </ListPage>
  );
}
