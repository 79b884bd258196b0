import { HydrationBoundary } from '@tanstack/react-query';
import { dehydratedQuery } from '@/app/shell/prefetched';
import { readHead } from '@/app/shell/read-head';
import { BotHead } from '@/components/bot/bot-head';
import { botHeadQuery } from '@/lib/queries/bots';

/** The head of a bot, which stays while one goes from tab to tab. Each page decides whether it is shown. */
export default async function BotLayout({ params, children }: LayoutProps<'/bots/[botId]'>) {
  const { botId } = await params;
  const head = await readHead(botId);
  // A layout does not run again for the next tab, so it decides nothing.
  if (!head.ok) return children;
  return (
    <div className="relative">
      <HydrationBoundary
        state={dehydratedQuery(botHeadQuery(botId).queryKey, { etag: '', data: head.value })}
      >
        <BotHead botId={botId}>{children}</BotHead>
      </HydrationBoundary>
    </div>
  );
}
