import type { Ports } from '@/lib/ports/ports';
import { FIRST_ADMIN_LOCK } from '../locks';

/** Issues a one-time setup token and voids earlier ones; `null` if there is a user already. */
export async function issueSetupToken({ directory, secrets }: Ports): Promise<string | null> {
  const token = secrets.newToken();
  return directory.write([FIRST_ADMIN_LOCK], async ({ users, setupTokens }, nowMs) => {
    if ((await users.count()) > 0) return null;
    await setupTokens.deleteAll();
    await setupTokens.insert(secrets.hash(token), nowMs);
    return token;
  });
}
