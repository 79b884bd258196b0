import { actorOf, type Caller } from '@/lib/domain/caller';
import { isTooManyReads } from '@/lib/ports/fair-reads';
import type { History } from '@/lib/ports/history';
import type { Ports } from '@/lib/ports/ports';
import { type Hold, NEVER_HUNG_UP } from '@/lib/ports/report-holds';

/** How a page's read waits for its turn (contract section 8). */
export type PageTurn = {
  /** Whether the client of the read has hung up; by default it is not known. */
  readonly hold?: () => Hold;
  /** For a page that is sent without its chart after this time. */
  readonly waitMaxMs?: number;
};

/** For pages that are rendered: how long they wait for their chart. */
export const PAGE_TURN: PageTurn = { waitMaxMs: 2_000 };

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

/** The same; `null` if a page that may be sent without its chart gets no place. */
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
