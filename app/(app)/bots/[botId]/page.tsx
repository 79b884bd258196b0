import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { releases } from '@/app/download/releases';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { firstData, firstState } from '@/app/shell/first-data';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { EditBot } from '@/components/admin/edit-bot';
import { BotPage } from '@/components/bot/bot-page';
import { paths } from '@/lib/contract/paths';
import { parseRange, type Range } from '@/lib/domain/history/history';
import { botQuery } from '@/lib/queries/bots';
import { readPlanRequest } from '@/lib/services/bots/plan-request';
import { readBot } from '@/lib/services/bots/read';
import { PAGE_TURN } from '@/lib/services/bots/view-history';
import { container } from '@/lib/session/container';
import { caller, pagePorts, requireUser } from '@/lib/session/current-user';
import { botPageHref } from '@/lib/view/bot-page';
import { tabTitle } from '@/lib/view/state-words';

/** One read per request, for the title and the page. */
const read = cache(async (botId: string, range: Range, isCompared: boolean) => {
  const turn = { ...PAGE_TURN, isCompared };
  const found = await readBot(pagePorts(), await caller(), botId, range, turn);
  if (!found.ok) return null;
  const first = await firstData(found.value);
  // Without its chart the page has no version that the browser could keep.
  return first.data.isBusy ? { ...first, etag: '' } : first;
});

/** What the address asks the charts for: a range, or the days of the form of dates. */
function shownBy({ range, from, to, compare }: Record<string, string | string[] | undefined>) {
  const given = from === undefined ? range : `${from}..${to}`;
  return { given, range: parseRange(given), isCompared: compare === '1' };
}

export async function generateMetadata({
  params,
  searchParams,
}: PageProps<'/bots/[botId]'>): Promise<Metadata> {
  const { range, isCompared } = shownBy(await searchParams);
  const found = await read((await params).botId, range, isCompared);
  if (found === null) return { title: 'Bot' };
  const { state, usage } = found.data;
  return { title: tabTitle(state, usage.usage.apiCalls.percentage, usage.bot.name) };
}

/** The page of one bot, for its owner and admins. */
export default async function Page({ params, searchParams }: PageProps<'/bots/[botId]'>) {
  const { botId } = await params;
  const { given, range, isCompared } = shownBy(await searchParams);
  const { role } = await requireUser(
    given === undefined ? paths.bot(botId).page : botPageHref(botId, range, isCompared),
  );
  const first = (await read(botId, range, isCompared)) ?? notFound();
  const { usage } = first.data;
  const resetAtMs = Date.parse(usage.usage.reset.at);
  const owner = await otherOwner(botId);
  const crumb = botsCrumb(owner);
  // An admin changes plans instead of asking for one.
  const asked =
    role === 'admin' ? null : orNotFound(await readPlanRequest(pagePorts(), await caller(), botId));
  const bot = { ...usage.bot, plan: usage.tier.name, used: usage.usage.apiCalls.used, resetAtMs };
  return (
    <Shell section={crumb.href}>
      <HydrationBoundary state={firstState(botQuery(botId, range, isCompared).queryKey, first)}>
        <BotPage
          botId={botId}
          range={range}
          isCompared={isCompared}
          baseUrl={shownOrigin()}
          wheel={first.data.lastReport === null ? ((await releases())?.wheel ?? null) : null}
          supportUrl={container().env.supportUrl ?? null}
          asked={asked}
          crumb={crumb}
          owner={owner}
          isAdmin={role === 'admin'}
          actions={owner && <EditBot bot={{ ...bot, ownerEmail: owner.email }} />}
        />
      </HydrationBoundary>
    </Shell>
  );
}
