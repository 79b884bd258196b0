import { type Gap, gapSearch } from '@/lib/domain/gaps';
import { type HistorySpan, type HistoryWindow, historyWindow, UNIT_MS } from '@/lib/domain/history-window';
import { cursorAfter, type HistoryCursor, parseCursor, type StoredPoint } from '@/lib/domain/stored-point';
import type { Summary } from '@/lib/domain/summary';
import type { History } from '@/lib/ports/history';
import type { Ports } from '@/lib/ports/ports';
import { fairRead, type WaitingCall } from './fair-read';

/** A part of a bot's history. The points are reports, or have what is known of an hour or a day. */
export type HistoryPart = HistoryWindow & {
  /** Oldest first. */
  readonly points: readonly Summary[];
  readonly gaps: readonly Gap[];
};

/** Points of one statement: what the database returns is unpacked on the event loop. */
const POINTS_PER_READ = 1_000;

/** A counted read of a bot's history (contract section 8) of a span that is forward. */
export const readHistory = (
  ports: Pick<Ports, 'store' | 'directory'>,
  call: WaitingCall,
  span: HistorySpan,
) =>
  fairRead(ports, call, async (history, account, nowMs): Promise<HistoryPart> => {
    const { botId } = account;
    const window = historyWindow(span, account.plan, nowMs);
    const search = gapSearch(account, window, nowMs);
    return {
      ...window,
      points: await pointsOf(history, botId, window),
      gaps: search === null ? [] : await history.gaps({ botId, ...search }),
    };
  });

function pointsOf(history: History, botId: string, { fromMs, toMs, unit }: HistoryWindow) {
  return unit === 'report'
    ? reportsOf(history, botId, fromMs, toMs)
    : bucketsOf(history, botId, fromMs, toMs, UNIT_MS[unit]);
}

/** Whole buckets per statement, so that folding in between changes nothing. */
async function bucketsOf(history: History, botId: string, fromMs: number, toMs: number, bucketMs: number) {
  const points: Summary[] = [];
  for (let startMs = fromMs; startMs < toMs; ) {
    const endMs = (Math.floor(startMs / bucketMs) + POINTS_PER_READ) * bucketMs;
    const query = { botId, fromMs: startMs, untilMs: Math.min(endMs, toMs), bucketMs };
    points.push(...(await history.series(query)));
    startMs = endMs;
  }
  return points;
}

async function reportsOf(history: History, botId: string, fromMs: number, untilMs: number) {
  const points: Summary[] = [];
  // One more shows whether there are more.
  const query = { botId, fromMs, untilMs, order: 'oldest', max: POINTS_PER_READ + 1 } as const;
  for (let after: HistoryCursor | null = null; ; ) {
    const found: StoredPoint[] = await history.page({ ...query, after });
    const page = found.slice(0, POINTS_PER_READ);
    points.push(...page);
    if (found.length === page.length) return points;
    after = parseCursor(cursorAfter(page, after));
  }
}
