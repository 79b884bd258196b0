import { HydrationBoundary } from '@tanstack/react-query';
import { firstState } from '@/app/shell/first-data';
import { BotHead } from '@/components/bot/bot-head';
import { botHeadQuery } from '@/lib/queries/bots';
import { readHead } from './bot-head';

/** The head and the tabs of a bot, which stay while one goes from tab to tab. Each page decides whether it is shown. */
export default async function BotLayout({ params, children }: LayoutProps<'/bots/[botId]'>) {
  const { botId } = await params;
  const head = await readHead(botId);
  // A layout does not run again for the next tab, so it decides nothing.
  if (!head.ok) return children;
  return (
    <>
      <HydrationBoundary state={firstState(botHeadQuery(botId).queryKey, { etag: '', data: head.value })}>
        <BotHead botId={botId} />
      </HydrationBoundary>
      <div className="contents">{children}</div>
    </>
  );
}
