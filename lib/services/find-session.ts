import type { Ports, User } from './ports';

/** The person of a session that has not ended; `null` for a saved cookie of one that has, and for the disabled. */
export async function findSession(
  { directory, secrets }: Pick<Ports, 'directory' | 'secrets'>,
  sessionSecret: string,
): Promise<User | null> {
  return directory.read(async ({ sessions, users }, nowMs) => {
    const session = await sessions.find(secrets.hash(sessionSecret));
    if (session === null || nowMs >= session.expiresAtMs) return null;
    const user = await users.findById(session.userId);
    return user === null || user.isDisabled ? null : user;
  });
}
