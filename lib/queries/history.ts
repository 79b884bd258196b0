import { HISTORY_POINTS, type HistoryPage } from '@/lib/contract/bot-history';
import { BOT_HISTORY_PATH } from '@/lib/contract/dashboard-paths';
import type { HistoryOrder, StoredPoint } from '@/lib/domain/stored-point';
import { read, readInTurn } from './read';
import { ReadError } from './read-error';

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

async function pageIn(response: Response): Promise<HistoryPage> {
  if (!response.ok) throw new ReadError(response.status);
  return response.json();
}

/** A page of the table of stored points, newest first. */
export async function readHistoryPage(
  botId: string,
  { range, after }: Pick<Page, 'range' | 'after'>,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const path = pathOf(botId, { range, order: 'newest', after, max: HISTORY_POINTS.default });
  return pageIn(await read(path, { signal }));
}

/**
 * All stored points of a range, oldest first: so an hour that is folded meanwhile, which replaces its reports, is at worst
 * read in both forms and never missed.
 */
export async function readWholeHistory(botId: string, range: string): Promise<StoredPoint[]> {
  const pages: (readonly StoredPoint[])[] = [];
  let after: string | null = null;
  do {
    const path = pathOf(botId, { range, after, order: 'oldest', max: HISTORY_POINTS.max });
    const page: HistoryPage = await pageIn(await readInTurn(path));
    pages.push(page.points);
    after = page.next;
  } while (after !== null);
  return pages.flat();
}
