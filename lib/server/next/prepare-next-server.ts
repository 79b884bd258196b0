import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { LIBRARY_ORIGIN } from '@/lib/auth/library';
import { openContainer, readEnv, whenReady } from '@/lib/container';
import { resolveForwarded } from '@/lib/request/forwarded';
import { firstRun, printLine } from '@/lib/server/first-run';
import { printedOrigin } from '@/lib/server/listening-origin';
import { logConsole } from '@/lib/server/log-console';
import { shareContainer } from '@/lib/shared-container';
import { PAGES_SOCKET } from './messages';
import { openForPages } from './open-for-pages';

/** Prepares the process in which Next serves the pages; under plain `next start` or `next dev` it serves the API too. */
export async function prepareNextServer(): Promise<void> {
  process.env.NEXTAUTH_URL = LIBRARY_ORIGIN;
  if (process.env[PAGES_SOCKET] !== undefined) return openForPages();
  const env = readEnv();
  const container = await openContainer(env, { waits: true, onLog: logConsole });
  shareContainer(container);
  // The front door does this for every page: sessions and attempts to sign in depend on the address of the client.
  const resolveFields = resolveForwarded(env);
  subscribe('http.server.request.start', (message) =>
    resolveFields((message as { request: IncomingMessage }).request),
  );
  // Next has put the port on which it listens into PORT, also if it took another than the one that was asked for.
  const listening = { address: env.host ?? '127.0.0.1', port: env.port, family: '' };
  const origin = env.appUrl ?? printedOrigin(listening);
  const setupLine = await whenReady(container.log, () => firstRun(container, origin));
  if (setupLine !== null) printLine(container, setupLine);
}
