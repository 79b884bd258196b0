import type { Ports } from '@/lib/ports/ports';

/** Whether a setup token is valid, so that the setup page may show its form. */
export async function isSetupTokenValid({ directory, secrets }: Ports, token: string): Promise<boolean> {
  return directory.read(
    async ({ users, setupTokens }) =>
      (await users.count()) === 0 && (await setupTokens.exists(secrets.hash(token))),
  );
}
