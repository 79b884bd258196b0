import type { User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { FIRST_ADMIN_LOCK } from '../locks';
import { conflict, type Result } from '../result';
import { checkNewUser, insertUser } from '../users/create';
import { isSetupTokenValid } from './check-token';

export type FirstAdmin = { readonly email: string; readonly password: string };

/** Creates the first admin from the setup page. Works once, and only while there is no user. */
export async function createFirstAdmin(
  ports: Ports,
  token: string,
  input: FirstAdmin,
): Promise<Result<User>> {
  if (!(await isSetupTokenValid(ports, token))) return linkUsed();
  const checked = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write([FIRST_ADMIN_LOCK], async (tables, nowMs) => {
    const isGood = await tables.setupTokens.exists(ports.secrets.hash(token));
    if (!isGood || (await tables.users.count()) > 0) return linkUsed();
    await tables.setupTokens.deleteAll();
    return insertUser(tables, 'setup', checked.value, nowMs);
  });
}

const linkUsed = () => conflict('This set-up link has been used or is not valid.');
