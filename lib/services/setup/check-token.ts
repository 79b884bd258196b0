import type { Ports } from '@/lib/ports/ports';

/** Databases with a user. They stay so, because the last admin cannot be deleted. */
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
