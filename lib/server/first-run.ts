import type { Container } from '@/lib/container';
import { ensureFirstAdmin, issueSetupToken } from '@/lib/services/create-first-admin';

/** While there is no user: makes the admin of the environment, or returns the link of the setup page. */
export async function firstRun({ env, ports }: Container, origin: string): Promise<string | null> {
  if (env.firstAdmin !== undefined) {
    const made = await ensureFirstAdmin(ports, env.firstAdmin);
    if (!made.ok) throw new Error(`ADMIN_EMAIL, ADMIN_PASSWORD: ${made.refusal.message}`);
    return null;
  }
  const token = await issueSetupToken(ports);
  return token === null ? null : `${origin}/setup?token=${token}`;
}
