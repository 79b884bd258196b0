import type { HistoryPage } from '@/lib/contract/views';
import { type Range, seriesWindow } from '@/lib/domain/history/history';
import {
  cursorAfter,
  type HistoryCursor,
  type HistoryOrder,
  type StoredPoint,
  type StoredPointsQuery,
} from '@/lib/domain/history/summary';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { isTooManyReads } from '@/lib/ports/fair-reads';
import { type History, type Hold, NEVER_HUNG_UP, type Ports } from '@/lib/ports/ports';
import { annotationsIn } from '../history/annotations';
import { done, type Result } from '../result';
import { readOfBot } from './find';

/** How a page's read waits for its turn (contract section 8). */
export type PageTurn = {
  /** Whether the client of the read has hung up; by default it is not known. */
  readonly hold?: () => Hold;
  /** For a page that is sent without its chart after this time. */
  readonly waitMaxMs?: number;
};

/** For pages that are rendered: how long they wait for their chart. */
export const PAGE_READ_WAIT: PageTurn = { waitMaxMs: 2_000 };

/** A read of `who` for a page, which waits for its turn like a bot's. Rejects with `tooManyReads`, or with `readStopped`. */
export async function inTurn<R>(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  { hold = NEVER_HUNG_UP, waitMaxMs }: PageTurn,
  read: (history: History) => Promise<R>,
): Promise<R> {
  const { signal, end } = hold();
  const turn = { subject: `person ${actorOf(who)}`, signal, ...(waitMaxMs !== undefined && { waitMaxMs }) };
  try {
    return await directory.readHistory(turn, read);
  } finally {
    end();
  }
}

/** The same; `null` if a page that may be sent without its chart gets no slot. */
export async function viewHistory<R>(
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  turn: PageTurn,
  read: (history: History) => Promise<R>,
): Promise<R | null> {
  try {
    return await inTurn(ports, who, turn, read);
  } catch (error) {
    if (turn.waitMaxMs !== undefined && isTooManyReads(error)) return null;
    throw error;
  }
}

/** The stretch of time of a page: those of all pages together are the whole one, without a mark twice. */
function spanOfPage(
  { fromMs, untilMs, order, after, max }: StoredPointsQuery,
  points: readonly StoredPoint[],
): { fromMs: number; untilMs: number } {
  const end = points.length < max ? null : (points.at(-1)?.atMs ?? null);
  return order === 'newest'
    ? { fromMs: end ?? fromMs, untilMs: after?.atMs ?? untilMs }
    : { fromMs: after?.atMs ?? fromMs, untilMs: end ?? untilMs };
}

type HistoryRequest = {
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
  const found = await readOfBot(ports, who, botId, 'listHistory', async (_, { plan }, nowMs) =>
    seriesWindow(range, plan, nowMs),
  );
  if (!found.ok) return found;
  const { fromMs, untilMs } = found.value;
  const query = { botId, fromMs, untilMs: untilMs + 1, order, after, max };
  const [points, annotations] = await inTurn(ports, who, hold ? { hold } : {}, async ({ page, marks }) => {
    const points = await page(query);
    return [points, await annotationsIn(marks, botId, spanOfPage(query, points))] as const;
  });
  return done({ points, annotations, next: points.length < max ? null : cursorAfter(points, after) });
}
