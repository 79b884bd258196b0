import {
  type Caller,
  callerOf,
  type Session,
  type SessionCaller,
  type User,
} from '@/lib/domain/people/caller';
import { type FactorPolicy, requiresFactor } from '@/lib/domain/people/second-factor';
import { pageWithin } from '@/lib/domain/text/paging';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** A live session, its person, and the caller to act as. */
export type LiveSession = { readonly session: Session; readonly user: User; readonly who: SessionCaller };

/** The live session of a cookie's secret; `null` if it has ended or its person is disabled. */
export async function findSession(
  { directory, secrets, factorPolicy }: Pick<Ports, 'directory' | 'secrets' | 'factorPolicy'>,
  sessionSecret: string,
): Promise<LiveSession | null> {
  const hash = secrets.hash(sessionSecret);
  return directory.read((tables, nowMs) => readSession(tables, factorPolicy, hash, nowMs));
}

/** findSession inside a transaction, by the secret's hash. */
export async function readSession(
  { sessions }: Tables,
  policy: FactorPolicy,
  hash: string,
  nowMs: number,
): Promise<LiveSession | null> {
  const found = await sessions.findWithUser(hash);
  if (found === null) return null;
  const { session, user, hasFactor } = found;
  const who = callerOf(session, user, requiresFactor(policy, user.role) && !hasFactor, nowMs);
  return who && { session, user, who };
}

/** Sessions per page. */
export const SESSIONS_PER_PAGE = 20;

type OwnSessions = {
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
