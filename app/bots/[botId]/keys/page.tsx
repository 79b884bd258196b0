import type { Metadata } from 'next';
import { createKeyAction, revokeKeyAction, rotateKeyAction } from '@/app/actions/keys';
import { origin } from '@/app/origin';
import { orNotFound } from '@/app/outcome';
import { principal, requireUser } from '@/app/session';
import { Shell } from '@/app/shell';
import { KeysTable } from '@/components/keys/keys-table';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { listKeys } from '@/lib/services/list-keys';
import { keyItem } from '@/lib/view/key-item';

export const metadata: Metadata = { title: 'Keys' };

const ACTIONS = { create: createKeyAction, rotate: rotateKeyAction, revoke: revokeKeyAction };

/** The keys of one bot, for its owner and admins. */
export default async function KeysPage({ params }: PageProps<'/bots/[botId]/keys'>) {
  const { botId } = await params;
  await requireUser(`/bots/${botId}/keys`);
  const { nowMs, bot, keys } = orNotFound(await listKeys(container().ports, await principal(), botId));
  return (
    <Shell>
      <PageHeader
        title="Keys"
        crumbs={[
          { href: '/bots', label: 'My bots' },
          { href: `/bots/${bot.id}`, label: bot.name },
        ]}
      />
      <KeysTable
        items={keys.map((key) => keyItem(key, nowMs)).reverse()}
        botId={bot.id}
        origin={await origin()}
        nowMs={nowMs}
        actions={ACTIONS}
      />
    </Shell>
  );
}
