import type { Metadata } from 'next';
import { cache } from 'react';
import { changeBotAction } from '@/app/actions/bots';
import { sendStatsAction } from '@/app/actions/send-stats';
import { NEWEST_CLIENT } from '@/app/download/releases';
import { caller, requireUser } from '@/app/session/current-user';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { EditBot } from '@/components/admin/edit-bot';
import { BotPage } from '@/components/bot/bot-page';
import { container } from '@/lib/container';
import { lastingBotView, partsOfBotView } from '@/lib/contract/bot-view';
import { toJsonText } from '@/lib/contract/json-text';
import { paths } from '@/lib/contract/paths';
import { parseRange, type Range } from '@/lib/domain/history';
import { entityTag } from '@/lib/http/entity-tag';
import { readBot } from '@/lib/services/bots/read';
import { PAGE_TURN } from '@/lib/services/bots/view-history';
import { botPageHref } from '@/lib/view/bot-page';
import { tabTitle } from '@/lib/view/state-words';

/** One read per request, for the title and the page. */
const read = cache(async (botId: string, range: Range, isCompared: boolean) =>
  readBot(container().ports, await caller(), botId, range, { ...PAGE_TURN, isCompared }),
);

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
  if (!found.ok) return { title: 'Bot' };
  const { state, usage } = found.value;
  return { title: tabTitle(state, usage.usage.apiCalls.percentage, usage.bot.name) };
}

/** The page of one bot, for its owner and admins. */
export default async function Page({ params, searchParams }: PageProps<'/bots/[botId]'>) {
  const { botId } = await params;
  const { given, range, isCompared } = shownBy(await searchParams);
  const { role } = await requireUser(
    given === undefined ? paths.bot(botId).page : botPageHref(botId, range, isCompared),
  );
  const view = orNotFound(await read(botId, range, isCompared));
  const parts = partsOfBotView(view);
  const first = toJsonText({ parts, etag: entityTag(lastingBotView(parts)) });
  const { usage, resetAtMs } = view;
  const owner = await otherOwner(botId);
  const crumb = botsCrumb(owner);
  const bot = { ...usage.bot, plan: usage.tier.name, used: usage.usage.apiCalls.used, resetAtMs };
  return (
    <Shell section={crumb.href} unread={{ nowMs: view.nowMs, unread: view.unread }}>
      <BotPage
        first={first}
        baseUrl={shownOrigin()}
        clientFile={NEWEST_CLIENT}
        sendStats={sendStatsAction}
        supportUrl={container().env.supportUrl ?? null}
        crumb={crumb}
        owner={owner}
        isAdmin={role === 'admin'}
        actions={owner && <EditBot bot={{ ...bot, ownerEmail: owner.email }} action={changeBotAction} />}
      />
    </Shell>
  );
}
