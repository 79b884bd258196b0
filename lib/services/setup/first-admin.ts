import type { User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { conflict, done, type Result } from '../result';
import { type Opened, type Origin, openSession } from '../sessions/open';
import { type CheckedUser, checkNewUser, insertUser } from '../users/create';
import { FIRST_ADMIN_LOCK } from '../write';

/** Whether the service has an admin who can sign in. While it has none, a set-up link makes one, even if other users exist. */
const hasAdmin = async ({ users }: Pick<Tables, 'users'>): Promise<boolean> =>
  (await users.countEnabledAdmins()) > 0;

/** Shown where a set-up link would be: there is an admin, who may have lost the way in. */
const ADMIN_EXISTS =
  'There is an admin already ("user list" shows who): sign in as one. On the server, "user reset" prints a link for a new password, and "user set-role" makes another person an admin.';

/** Issues a one-time setup token and voids earlier ones; refused once there is an admin. */
export async function issueSetupToken({ directory, secrets }: Ports): Promise<Result<string>> {
  const token = secrets.newToken();
  return directory.write([FIRST_ADMIN_LOCK], async (tables, nowMs): Promise<Result<string>> => {
    if (await hasAdmin(tables)) return conflict(ADMIN_EXISTS);
    await tables.setupTokens.deleteAll();
    await tables.setupTokens.insert(secrets.hash(token), nowMs);
    return done(token);
  });
}

/** Databases that have an admin. They always will, because the last one cannot be disabled, demoted or deleted. */
const withAdmin = new WeakSet<Ports['directory']>();

/** Whether the service has an admin. Once it has, this reads nothing. */
export async function isSetUp({ directory }: Pick<Ports, 'directory'>): Promise<boolean> {
  if (withAdmin.has(directory)) return true;
  if (!(await directory.read(hasAdmin))) return false;
  withAdmin.add(directory);
  return true;
}

/** Checks a setup token, so that the setup page may show its form. */
export async function checkSetupToken({ directory, secrets }: Ports, token: string): Promise<Result<null>> {
  return directory.read((tables) => checkToken(tables, secrets.hash(token)));
}

async function checkToken(
  tables: Pick<Tables, 'users' | 'setupTokens'>,
  hash: string,
): Promise<Result<null>> {
  if (await hasAdmin(tables)) return conflict(ADMIN_EXISTS);
  return (await tables.setupTokens.exists(hash)) ? done(null) : conflict(NOT_VALID);
}

const NOT_VALID =
  'This set-up link is not valid. Open the one that was printed last, or run "npm run -s botmeter -- setup-link" for a new one.';

type FirstAdmin = { readonly email: string; readonly password: string };

/** Creates the first admin from the setup page and signs them in. Works once, and only while there is no admin. */
export async function createFirstAdmin(
  ports: Ports,
  token: string,
  input: FirstAdmin,
  origin: Origin,
): Promise<Result<{ readonly user: User; readonly signedIn: Opened }>> {
  const before = await checkSetupToken(ports, token);
  if (!before.ok) return before;
  const checked = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write([FIRST_ADMIN_LOCK], async (tables, nowMs) => {
    const now = await checkToken(tables, ports.secrets.hash(token));
    if (!now.ok) return now;
    const created = await insertAdmin(tables, 'setup', checked.value, nowMs);
    if (!created.ok) return created;
    await tables.setupTokens.deleteAll();
    const user = created.value;
    const signedIn = await openSession(tables, ports, user, { ...origin, method: 'password' }, nowMs);
    return done({ user, signedIn });
  });
}

/** Creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD if there is no admin yet. */
export async function ensureFirstAdmin(ports: Ports, input: FirstAdmin): Promise<Result<User | null>> {
  if (await isSetUp(ports)) return done(null);
  const checked: Result<CheckedUser> = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write([FIRST_ADMIN_LOCK], async (tables, nowMs) =>
    (await hasAdmin(tables)) ? done(null) : insertAdmin(tables, 'environment', checked.value, nowMs),
  );
}

/** An address that is taken is that of an owner, whom the operator can make the admin. */
async function insertAdmin(...args: Parameters<typeof insertUser>): Promise<Result<User>> {
  const created = await insertUser(...args);
  if (created.ok || created.refusal.code !== 'conflict') return created;
  return conflict(
    `${created.refusal.message} "user set-role" makes that person an admin; or choose another.`,
    'email',
  );
}
