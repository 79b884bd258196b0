import type { User } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { FIRST_ADMIN_LOCK } from '../locks';
import { done, type Result } from '../result';
import { type CheckedUser, checkNewUser, insertUser } from '../users/create';
import type { FirstAdmin } from './create-first-admin';

/** Creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD if there is no user yet. */
export async function ensureFirstAdmin(ports: Ports, input: FirstAdmin): Promise<Result<User | null>> {
  if ((await ports.directory.read(({ users }) => users.count())) > 0) return done(null);
  const checked: Result<CheckedUser> = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write([FIRST_ADMIN_LOCK], async (tables, nowMs) => {
    if ((await tables.users.count()) > 0) return done(null);
    return insertUser(tables, 'environment', checked.value, nowMs);
  });
}
