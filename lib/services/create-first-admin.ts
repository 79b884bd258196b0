import { type CheckedUser, checkNewUser, insertUser } from './create-user';
import type { Ports, User } from './ports';
import { conflict, done, type Result } from './result';

/** A new one-time token for the setup page, or `null` when there is a user already. Tokens made before stay good. */
export async function issueSetupToken({ directory, secrets }: Ports): Promise<string | null> {
  const token = secrets.newToken();
  return directory.write(async ({ users, setupTokens }, nowMs) => {
    if ((await users.count()) > 0) return null;
    await setupTokens.insert(secrets.hash(token), nowMs);
    return token;
  });
}

/** Whether the setup page may show its form for this token. */
export async function isSetupTokenGood({ directory, secrets }: Ports, token: string): Promise<boolean> {
  return directory.read(
    async ({ users, setupTokens }) =>
      (await users.count()) === 0 && (await setupTokens.exists(secrets.hash(token))),
  );
}

export type FirstAdmin = { readonly email: string; readonly password: string };

/** The setup page: makes the first admin. Works once, and only while there is no user. */
export async function createFirstAdmin(
  ports: Ports,
  token: string,
  input: FirstAdmin,
): Promise<Result<User>> {
  if (!(await isSetupTokenGood(ports, token))) return linkUsed();
  const checked = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write(async (tables, nowMs) => {
    const isGood = await tables.setupTokens.exists(ports.secrets.hash(token));
    if (!isGood || (await tables.users.count()) > 0) return linkUsed();
    await tables.setupTokens.deleteAll();
    return insertUser(tables, 'setup', checked.value, nowMs);
  });
}

const linkUsed = () => conflict('This set-up link has been used or is not valid.');

/** The admin of ADMIN_EMAIL and ADMIN_PASSWORD, when there is no user yet. */
export async function ensureFirstAdmin(ports: Ports, input: FirstAdmin): Promise<Result<User | null>> {
  if ((await ports.directory.read(({ users }) => users.count())) > 0) return done(null);
  const checked: Result<CheckedUser> = await checkNewUser(ports, { ...input, role: 'admin' });
  if (!checked.ok) return checked;
  return ports.directory.write(async (tables, nowMs) => {
    if ((await tables.users.count()) > 0) return done(null);
    return insertUser(tables, 'environment', checked.value, nowMs);
  });
}
