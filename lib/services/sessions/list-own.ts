import type { Caller } from '@/lib/domain/caller';
import { pageWithin } from '@/lib/domain/paging';
import type { Session } from '@/lib/domain/session';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** Sessions per page. */
export const SESSIONS_PER_PAGE = 20;

export type OwnSessions = {
  readonly nowMs: number;
  readonly sessions: readonly Session[];
  /** From 1: the requested page, or the last one. */
  readonly page: number;
  /** Sessions on all pages. */
  readonly total: number;
};

/** A page of the caller's sessions, newest first. */
export async function listOwnSessions(
  { directory }: Ports,
  who: Caller,
  page: number,
): Promise<Result<OwnSessions>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async ({ sessions }, nowMs) => {
    const total = await sessions.countOfUser(who.userId, nowMs);
    const shown = pageWithin(page, total, SESSIONS_PER_PAGE);
    const rows = await sessions.listOfUser(who.userId, shown, SESSIONS_PER_PAGE, nowMs);
    return done({ nowMs, sessions: rows, page: shown, total });
  });
}
