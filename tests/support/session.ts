import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '@/lib/auth/session-cookie';
import type { PersonCaller } from '@/lib/domain/caller';
import { SESSION_MS } from '@/lib/domain/session';
import type { Site } from './site';

/** Creates a session without signing in; returns its `Cookie` header and its caller. */
export async function openSession({ origin, ports, authSecret }: Site, email: string) {
  const sid = ports.secrets.newToken();
  const hash = ports.secrets.hash(sid);
  const user = await ports.directory.write([], async ({ users, sessions }, nowMs) => {
    const user = await users.findByEmail(email);
    if (user === null) throw new Error(`There is no ${email}.`);
    const [createdAtMs, expiresAtMs] = [nowMs, nowMs + SESSION_MS];
    await sessions.insert({
      hash,
      userId: user.id,
      createdAtMs,
      expiresAtMs,
      client: 'test',
      confirmedAtMs: null,
    });
    return user;
  });
  const token = await encode({ token: { uid: user.id, sid }, secret: authSecret });
  const who: PersonCaller = { kind: 'person', userId: user.id, role: user.role, sessionHash: hash };
  return { cookie: `${sessionCookieName(origin)}=${token}`, who };
}

/** The `Cookie` header of a new session, for tests that are not about signing in. */
export const sessionCookie = async (site: Site, email: string): Promise<string> =>
  (await openSession(site, email)).cookie;
