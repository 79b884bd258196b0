import type { User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { FIRST_ADMIN_LOCK } from '../locks';
import { conflict, done, type Result } from '../result';
import { type Origin, openSession, type SignedInPerson } from '../sessions/open';
import { checkNewUser, insertUser } from '../users/create';
import { isSetupTokenValid } from './check-token';

export type FirstAdmin = { readonly email: string; readonly password: string };

/** Creates the first admin from the setup page and signs them in. Works once, and only while there is no user. */
export async function createFirstAdmin(
  ports: Ports,
  token: string,
  input: FirstAdmin,
  origin: Origin,
): Promise<Result<{ readonly user: User; readonly signedIn: SignedInPerson }>> {
  if (!(await isSetupTokenValid(ports, token))) return linkUsed();
  const checked = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write([FIRST_ADMIN_LOCK], async (tables, nowMs) => {
    const isGood = await tables.setupTokens.exists(ports.secrets.hash(token));
    if (!isGood || (await tables.users.count()) > 0) return linkUsed();
    await tables.setupTokens.deleteAll();
    const created = await insertUser(tables, 'setup', checked.value, nowMs);
    if (!created.ok) return created;
    const user = created.value;
    const signedIn = await openSession(tables, ports, user, { ...origin, method: 'password' }, nowMs);
    return done({ user, signedIn });
  });
}

const linkUsed = () => conflict('This set-up link has been used or is not valid.');
