import { HydrationBoundary } from '@tanstack/react-query';
import { releases } from '@/app/download/releases';
import { orNotFound } from '@/app/shell/or-not-found';
import { dehydratedQuery, prefetched } from '@/app/shell/prefetched';
import { shownOrigin } from '@/app/shell/shown-origin';
import { EditBot } from '@/components/admin/edit-bot';
import { BotPage } from '@/components/bot/bot-page';
import { paths } from '@/lib/contract/paths';
import { overviewParams } from '@/lib/contract/search-params';
import { botQuery } from '@/lib/queries/bots';
import { findOtherOwner } from '@/lib/services/bots/find';
import { readBot } from '@/lib/services/bots/read';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { botPageHref } from '@/lib/view/bot-page';
import { titleOf } from './bot-head';

export const generateMetadata = titleOf('Overview');

/** The overview of one bot, for its owner and admins. */
export default async function Page({ params, searchParams }: PageProps<'/bots/[botId]'>) {
  const { botId } = await params;
  const { isGiven, range, isCompared } = overviewParams.parse(await searchParams);
  await requireUser(isGiven ? botPageHref(botId, range, isCompared) : paths.bot(botId).page);
  const [ports, who] = [pagePorts(), await caller()];
  const turn = { ...PAGE_READ_WAIT, isCompared };
  const first = await prefetched(orNotFound(await readBot(ports, who, botId, range, turn)));
  const { usage } = first.data;
  const resetAtMs = Date.parse(usage.usage.reset.at);
  const owner = await findOtherOwner(ports, who, botId);
  const bot = { ...usage.bot, plan: usage.tier.name, used: usage.usage.apiCalls.used, resetAtMs };
  // Without its chart the page has no version that the browser could keep.
  const etag = first.data.isBusy ? '' : first.etag;
  return (
    <HydrationBoundary
      state={dehydratedQuery(botQuery(botId, range, isCompared).queryKey, { ...first, etag })}
    >
      <BotPage
        botId={botId}
        range={range}
        isCompared={isCompared}
        baseUrl={shownOrigin()}
        wheel={first.data.lastReport === null ? ((await releases())?.wheel ?? null) : null}
        actions={owner.ok && owner.value && <EditBot bot={{ ...bot, ownerEmail: owner.value.email }} />}
      />
    </HydrationBoundary>
  );
}
