import type { HistoryPage } from '@/lib/contract/bot-history';
import type { Caller } from '@/lib/domain/caller';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { cursorAfter, type HistoryCursor, type HistoryOrder } from '@/lib/domain/stored-point';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { findBot } from './find';

export type HistoryRequest = {
  readonly range: Range;
  readonly order: HistoryOrder;
  /** `null` for the first page. */
  readonly after: HistoryCursor | null;
  readonly max: number;
};

/** A page of what is stored of a range of a bot that `who` may manage: all reports and hours, not one per bucket. */
export async function listHistory(
  { directory }: Ports,
  who: Caller,
  botId: string,
  { range, order, after, max }: HistoryRequest,
): Promise<Result<HistoryPage>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    const { fromMs } = seriesWindow(range, found.value.plan, nowMs);
    const points = await tables.history.page({ botId, fromMs, untilMs: nowMs + 1, order, after, max });
    return done({ points, next: points.length < max ? null : cursorAfter(points, after) });
  });
}
