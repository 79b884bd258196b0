import type { Container } from '@/lib/container';
import { paths, withQuery } from '@/lib/contract/paths';
import { ensureFirstAdmin, issueSetupToken } from '@/lib/services/setup/first-admin';

/** If there is no user yet: creates the admin named in the environment, or returns the URL of the setup page. */
export async function firstRun({ env, ports }: Container, origin: string): Promise<string | null> {
  if (env.firstAdmin !== undefined) {
    const made = await ensureFirstAdmin(ports, env.firstAdmin);
    if (!made.ok) throw new Error(`ADMIN_EMAIL, ADMIN_PASSWORD: ${made.refusal.message}`);
    return null;
  }
  const token = await issueSetupToken(ports);
  return token === null ? null : origin + withQuery(paths.setup, { token });
}
