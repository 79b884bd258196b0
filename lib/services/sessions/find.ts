import { type PersonCaller, personOf } from '@/lib/domain/caller';
import type { Session } from '@/lib/domain/session';
import type { User } from '@/lib/domain/user';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/** A live session, its person, and the caller to act as. */
export type LiveSession = { readonly session: Session; readonly user: User; readonly who: PersonCaller };

/** The live session of a cookie's secret; `null` if it has ended or its person is disabled. */
export async function findSession(
  { directory, secrets }: Pick<Ports, 'directory' | 'secrets'>,
  sessionSecret: string,
): Promise<LiveSession | null> {
  const hash = secrets.hash(sessionSecret);
  return directory.read((tables, nowMs) => readSession(tables, hash, nowMs));
}

/** findSession inside a transaction, by the secret's hash. */
export async function readSession(
  { sessions, users }: Tables,
  hash: string,
  nowMs: number,
): Promise<LiveSession | null> {
  const session = await sessions.find(hash);
  const user = session && (await users.findById(session.userId));
  const who = session && user && personOf(session, user, nowMs);
  return who && { session, user, who };
}
