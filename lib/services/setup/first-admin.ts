import type { User } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, type Result } from '../result';
import { type Origin, openSession, type SignedInPerson } from '../sessions/open';
import { type CheckedUser, checkNewUser, insertUser } from '../users/create';
import { FIRST_ADMIN_LOCK } from '../write';

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

/** Databases that have a user. They always will, because the last admin cannot be deleted. */
const withUser = new WeakSet<Ports['directory']>();

/** Whether the service has a user. Once it has, this reads nothing. */
export async function isSetUp({ directory }: Pick<Ports, 'directory'>): Promise<boolean> {
  if (withUser.has(directory)) return true;
  if ((await directory.read(({ users }) => users.count())) === 0) return false;
  withUser.add(directory);
  return true;
}

/** Whether a setup token is valid, so that the setup page may show its form. */
export async function isSetupTokenValid({ directory, secrets }: Ports, token: string): Promise<boolean> {
  return directory.read(
    async ({ users, setupTokens }) =>
      (await users.count()) === 0 && (await setupTokens.exists(secrets.hash(token))),
  );
}

type FirstAdmin = { readonly email: string; readonly password: string };

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
