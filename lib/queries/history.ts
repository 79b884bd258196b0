import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { BOT_HISTORY_PATH } from '@/lib/contract/api-paths';
import type { Annotations } from '@/lib/contract/bot-view';
import { HISTORY_POINTS, type HistoryPage } from '@/lib/contract/views';
import type { HistoryOrder, StoredPoint } from '@/lib/domain/history/summary';
import { fetchInTurn, fetchJson } from './fetch-json';
import { ofBot } from './of-bot';

type Page = {
  readonly range: string;
  readonly order: HistoryOrder;
  /** `null` for the first page. */
  readonly after: string | null;
  readonly max: number;
};

function pathOf(botId: string, { range, order, after, max }: Page): string {
  const query = new URLSearchParams({ range, order, max: String(max), ...(after !== null && { after }) });
  return `${BOT_HISTORY_PATH.replace('{botId}', botId)}?${query}`;
}

/** A page of the table of stored points, newest first. A new report, at `newestAtMs`, changes the first page only. */
export const historyPageQuery = (
  botId: string,
  { range, after, newestAtMs }: Pick<Page, 'range' | 'after'> & { readonly newestAtMs: number | null },
) =>
  queryOptions({
    queryKey: [...ofBot(botId), 'history', range, after ?? newestAtMs],
    queryFn: async ({ signal }) => {
      const path = pathOf(botId, { range, order: 'newest', after, max: HISTORY_POINTS.default });
      return (await fetchJson<HistoryPage>(path, { signal })).data;
    },
    placeholderData: keepPreviousData,
    retry: 3,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * All stored points of a range, oldest first: so an hour that is folded meanwhile, which replaces its reports, is at worst
 * read in both forms and never missed.
 */
export async function readWholeHistory(
  botId: string,
  range: string,
): Promise<{ readonly points: StoredPoint[]; readonly annotations: Annotations }> {
  const pages: HistoryPage[] = [];
  let after: string | null = null;
  do {
    const path = pathOf(botId, { range, after, order: 'oldest', max: HISTORY_POINTS.max });
    const page: HistoryPage = await fetchInTurn(path);
    pages.push(page);
    after = page.next;
  } while (after !== null);
  // A silence that two pages share is in both.
  const pauses = new Map(
    pages.flatMap(({ annotations }) => annotations?.pauses ?? []).map((each) => [each.fromMs, each]),
  );
  return {
    points: pages.flatMap(({ points }) => points),
    annotations: {
      marks: pages.flatMap(({ annotations }) => annotations?.marks ?? []),
      pauses: [...pauses.values()],
    },
  };
}
