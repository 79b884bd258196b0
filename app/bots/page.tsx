import type { Metadata } from 'next';
import { OwnBots } from '@/components/bot/own-bots';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { listOwnBots } from '@/lib/services/list-own-bots';
import { orNotFound } from '../outcome';
import { principal, requireUser } from '../session';
import { Shell } from '../shell';

export const metadata: Metadata = { title: 'My bots' };

export default async function BotsPage() {
  await requireUser('/bots');
  const own = orNotFound(await listOwnBots(container().ports, await principal()));
  return (
    <Shell>
      <PageHeader title="My bots" />
      <OwnBots first={own} />
    </Shell>
  );
}
