import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { resolveForwarded } from '@/lib/api/forwarded';
import { LIBRARY_ORIGIN } from '@/lib/auth/library';
import { hasSharedContainer, openContainer, readEnv, shareContainer } from '@/lib/container';
import { logConsole } from '@/lib/server/log-console';

/** Prepares the process in which Next serves the pages; and, under plain `next start` or `next dev`, the API too. */
export async function prepareNextServer(): Promise<void> {
  process.env.NEXTAUTH_URL = LIBRARY_ORIGIN;
  if (hasSharedContainer()) return;
  const env = readEnv();
  shareContainer(await openContainer(env, { waits: true, onLog: logConsole }));
  // The front door does this for every page: sessions and attempts to sign in depend on the address of the client.
  const resolveFields = resolveForwarded(env);
  subscribe('http.server.request.start', (message) =>
    resolveFields((message as { request: IncomingMessage }).request),
  );
}
