import type { Metadata } from 'next';
import { sendStatsAction } from '@/app/actions/send-stats';
import { caller, requireUser } from '@/app/session/current-user';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { BotPage } from '@/components/bot/bot-page';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { parseRange } from '@/lib/domain/history';
import { readBot } from '@/lib/services/bots/read';

export const metadata: Metadata = { title: 'Bot' };

/** The page of one bot, for its owner and admins. */
export default async function Page({ params, searchParams }: PageProps<'/bots/[botId]'>) {
  const { botId } = await params;
  await requireUser(paths.bot(botId).page);
  const range = parseRange((await searchParams).range);
  const first = orNotFound(await readBot(container().ports, await caller(), botId, range));
  return (
    <Shell>
      <BotPage key={range} first={first} baseUrl={shownOrigin()} sendStats={sendStatsAction} />
    </Shell>
  );
}
