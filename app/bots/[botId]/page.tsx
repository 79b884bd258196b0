import type { Metadata } from 'next';
import { sendStatsAction } from '@/app/actions/send-stats';
import { origin } from '@/app/origin';
import { orNotFound } from '@/app/outcome';
import { principal, requireUser } from '@/app/session';
import { Shell } from '@/app/shell';
import { BotPage } from '@/components/bot/bot-page';
import { container } from '@/lib/container';
import { parseRange } from '@/lib/domain/history';
import { readBot } from '@/lib/services/read-bot';

export const metadata: Metadata = { title: 'Bot' };

/** One bot, for its owner and admins. */
export default async function Page({ params, searchParams }: PageProps<'/bots/[botId]'>) {
  const { botId } = await params;
  await requireUser(`/bots/${botId}`);
  const range = parseRange((await searchParams).range);
  const first = orNotFound(await readBot(container().ports, await principal(), botId, range));
  return (
    <Shell>
      <BotPage key={range} first={first} baseUrl={await origin()} sendStats={sendStatsAction} />
    </Shell>
  );
}
