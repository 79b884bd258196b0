import type { HistoryPage } from '@/lib/contract/bot-history';
import type { Caller } from '@/lib/domain/caller';
import { type Range, seriesWindow } from '@/lib/domain/history';
import { cursorAfter, type HistoryCursor, type HistoryOrder } from '@/lib/domain/stored-point';
import type { Ports } from '@/lib/ports/ports';
import type { Hold } from '@/lib/ports/report-holds';
import { done, type Result } from '../result';
import { findBot } from './find';
import { inTurn } from './view-history';

export type HistoryRequest = {
  readonly range: Range;
  readonly order: HistoryOrder;
  /** `null` for the first page. */
  readonly after: HistoryCursor | null;
  readonly max: number;
};

/** A page of what is stored of a range of a bot that `who` may manage: all reports and hours, not one per bucket. */
export async function listHistory(
  ports: Ports,
  who: Caller,
  botId: string,
  { range, order, after, max }: HistoryRequest,
  hold?: () => Hold,
): Promise<Result<HistoryPage>> {
  const [found, nowMs] = await ports.directory.read(
    async (tables, nowMs) => [await findBot(tables, who, botId), nowMs] as const,
  );
  if (!found.ok) return found;
  const { fromMs, untilMs } = seriesWindow(range, found.value.plan, nowMs);
  const query = { botId, fromMs, untilMs: untilMs + 1, order, after, max };
  const points = await inTurn(ports, who, hold ? { hold } : {}, ({ page }) => page(query));
  return done({ points, next: points.length < max ? null : cursorAfter(points, after) });
}
