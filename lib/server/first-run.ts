import type { Container } from '@/lib/container';
import { paths, withQuery } from '@/lib/contract/paths';
import { ensureFirstAdmin, issueSetupToken } from '@/lib/services/setup/first-admin';

/**
 * While there is no admin: creates the one that the environment names, or returns a line with the address of the set-up
 * page.
 */
export async function firstRun(
  { env, ports }: Pick<Container, 'env' | 'ports'>,
  origin: string,
): Promise<string | null> {
  if (env.firstAdmin !== undefined) {
    const made = await ensureFirstAdmin(ports, env.firstAdmin);
    if (!made.ok) throw new Error(`ADMIN_EMAIL, ADMIN_PASSWORD: ${made.refusal.message}`);
    return null;
  }
  const token = await issueSetupToken(ports);
  return token.ok
    ? `Create the first admin at ${origin}${withQuery(paths.setup, { token: token.value })}`
    : null;
}

/** Prints a line at every LOG_LEVEL: plain text in a terminal, otherwise a log line. */
export function printLine({ log }: Pick<Container, 'log'>, line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${line}\n`);
  else log.child({}, { level: 'info' }).info(line);
}
