import { type Gap, gapSearch } from '@/lib/domain/history/gaps';
import {
  type HistorySpan,
  type HistoryUnit,
  type HistoryWindow,
  historyWindow,
  UNIT_MS,
} from '@/lib/domain/history/history';
import {
  cursorAfter,
  type HistoryCursor,
  parseCursor,
  type StoredPoint,
  type Summary,
} from '@/lib/domain/history/summary';
import type { History, Ports } from '@/lib/ports/ports';
import { fairRead, type WaitingCall } from './counted-read';

/** A part of a bot's history: oldest first, what `pageOf` made of its points. */
export type HistoryPart<Page> = HistoryWindow & {
  readonly pages: readonly Page[];
  readonly gaps: readonly Gap[];
};

/**
 * Makes a page of at least one point; these are reports, or have what is known of an hour or a day. Pages are kept until the
 * last one is read, so one should be smaller than its points: a year of hours is 5 MB as objects and 1 MB as text.
 */
type PageOf<Page> = (points: readonly Summary[], unit: HistoryUnit) => Page;

/** Points of one statement: what the database returns is unpacked on the event loop, in which no call is served meanwhile. */
const POINTS_PER_READ = 1_000;

/** A counted read of a bot's history (contract section 8) of a span that is forward. */
export const readHistory = <Page>(
  ports: Pick<Ports, 'store' | 'directory'>,
  call: WaitingCall,
  span: HistorySpan,
  pageOf: PageOf<Page>,
) =>
  fairRead(ports, 'history', call, async (history, account, nowMs): Promise<HistoryPart<Page>> => {
    const { botId } = account;
    const window = historyWindow(span, account.plan, nowMs);
    const { fromMs, toMs, unit } = window;
    const search = gapSearch(account, window, nowMs);
    const read =
      unit === 'report'
        ? reportsOf(history, botId, fromMs, toMs)
        : bucketsOf(history, botId, fromMs, toMs, UNIT_MS[unit]);
    const pages: Page[] = [];
    for await (const points of read) if (points.length > 0) pages.push(pageOf(points, unit));
    return { ...window, pages, gaps: search === null ? [] : await history.gaps({ botId, ...search }) };
  });

/** Whole buckets per statement, so that folding in between changes nothing. */
async function* bucketsOf(history: History, botId: string, fromMs: number, toMs: number, bucketMs: number) {
  for (let startMs = fromMs; startMs < toMs; ) {
    const endMs = (Math.floor(startMs / bucketMs) + POINTS_PER_READ) * bucketMs;
    yield await history.series({ botId, fromMs: startMs, untilMs: Math.min(endMs, toMs), bucketMs });
    startMs = endMs;
  }
}

async function* reportsOf(history: History, botId: string, fromMs: number, untilMs: number) {
  // One more shows whether there are more.
  const query = { botId, fromMs, untilMs, order: 'oldest', max: POINTS_PER_READ + 1 } as const;
  for (let after: HistoryCursor | null = null; ; ) {
    const found: StoredPoint[] = await history.page({ ...query, after });
    const page = found.slice(0, POINTS_PER_READ);
    yield page;
    if (found.length === page.length) return;
    after = parseCursor(cursorAfter(page, after));
  }
}
