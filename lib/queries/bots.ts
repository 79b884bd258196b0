import {
  BOT_HEAD_PATH,
  BOT_NAMES_PATH,
  BOT_VIEW_PATH,
  COMBINED_PATH,
  OWN_BOTS_PATH,
} from '@/lib/contract/api-paths';
import type { BotHeadView, BotView } from '@/lib/contract/bot-view';
import type { CombinedView, OwnBotsView } from '@/lib/contract/own-bots';
import type { BotNamesView } from '@/lib/contract/views';
import type { Range } from '@/lib/domain/history/history';
import type { PageQuery } from '@/lib/domain/text/paging';
import { listHref } from '@/lib/view/list-query';
import { fetchJson, type Tagged, taggedQuery } from './fetch-json';
import { ofBot } from './of-bot';

/** The head of a bot's pages. */
export const botHeadQuery = (botId: string) =>
  taggedQuery<BotHeadView>([...ofBot(botId), 'head'], BOT_HEAD_PATH.replace('{botId}', botId));

const headOf = ({ nowMs, state, since, forecast, lastReport, usage }: BotView) => ({
  ...{ nowMs, state, since, forecast },
  name: usage.bot.name,
  planDisplayName: usage.tier.displayName,
  apiCalls: usage.usage.apiCalls,
  resetAtMs: Date.parse(usage.usage.reset.at),
  lastReportAtMs: lastReport?.atMs ?? null,
  hasLargerPlan: usage.upgrade !== null,
});

/** A bot with its reports of a range and, if it `isCompared`, of the period before. The head shows the same state. */
export function botQuery(botId: string, range: Range, isCompared: boolean) {
  const params = new URLSearchParams({ range, ...(isCompared && { compare: '1' }) });
  return taggedQuery<BotView>(
    [...ofBot(botId), range, isCompared],
    `${BOT_VIEW_PATH.replace('{botId}', botId)}?${params}`,
    (view, queries) =>
      queries.setQueryData<Tagged<BotHeadView>>(
        botHeadQuery(botId).queryKey,
        (head) => head && { etag: '', data: { ...head.data, ...headOf(view) } },
      ),
  );
}

/** A page of the reader's own bots. */
export function ownBotsQuery(query: PageQuery) {
  const address = listHref(OWN_BOTS_PATH, query, query);
  return taggedQuery<OwnBotsView>([address], address);
}

/** All of the reader's own bots together. */
export const combinedQuery = taggedQuery<CombinedView>(['own bots together'], COMBINED_PATH);

const botNamesPath = (text: string) => `${BOT_NAMES_PATH}?q=${encodeURIComponent(text)}`;

/** The first bots that the reader may manage whose name or id contains `text`. */
export const botNamesQuery = (text: string) =>
  taggedQuery<BotNamesView>(['bot names', text], botNamesPath(text));

/** The same as suggestions for a field that holds an id. */
export const botSuggestions = (text: string) => ({
  queryKey: ['suggested bots', text],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await fetchJson<BotNamesView>(botNamesPath(text), { signal })).data.bots.map(({ id, name }) => ({
      value: id,
      label: name,
    })),
});
