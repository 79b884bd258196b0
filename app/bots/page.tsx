import type { Metadata } from 'next';
import { OwnBots } from '@/components/bot/own-bots';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { listOwnBots } from '@/lib/services/list-own-bots';
import { parsePage } from '@/lib/view/list-query';
import { orNotFound } from '../outcome';
import { principal, requireUser } from '../session';
import { Shell } from '../shell';

export const metadata: Metadata = { title: 'My bots' };

export default async function BotsPage({ searchParams }: PageProps<'/bots'>) {
  await requireUser('/bots');
  const page = parsePage((await searchParams).page);
  const own = orNotFound(await listOwnBots(container().ports, await principal(), page));
  return (
    <Shell>
      <PageHeader title="My bots" />
      <OwnBots key={page} first={own} />
    </Shell>
  );
}
