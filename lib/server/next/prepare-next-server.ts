import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LIBRARY_ORIGIN } from '@/lib/auth/library-origin';
import { hasSharedContainer, openContainer, readEnv, shareContainer } from '@/lib/container';
import { resolveForwarded } from '@/lib/http/forwarded';
import { hasValidHost } from '@/lib/http/host';
import { isUnderApi, targetPath, UNKNOWN_TARGET, wantsNoPage } from '@/lib/http/incoming';
import { logConsole } from '@/lib/server/log-console';
import { strictTransport } from '@/lib/server/strict-transport';
import { patchNextResponse } from './patch-response';
import { prepareApiRequest, sendToUnknown } from './prepare-request';
import { unknownPaths } from './unknown-paths';

/** Prepares the process in which Next serves the pages; and the API too, if there is no front door. */
export async function prepareNextServer(): Promise<void> {
  process.env.NEXTAUTH_URL = LIBRARY_ORIGIN;
  if (hasSharedContainer()) return;
  const env = readEnv();
  const container = await openContainer(env, { waits: true, onLog: logConsole });
  shareContainer(container);
  const resolveFields = resolveForwarded(env);
  const setStrictTransport = strictTransport(env);
  const isUnknown = unknownPaths();
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    // Next drops requests that offer an upgrade, such as HTTP/2. Only its development server needs upgrades.
    if (process.env.NODE_ENV === 'production') server.removeAllListeners('upgrade');
    // It cannot be refused here, so it becomes a request for an unknown path.
    if (!hasValidHost(request)) Object.assign(request, { url: UNKNOWN_TARGET }).headers.host = 'localhost';
    resolveFields(request);
    setStrictTransport(response);
    const path = targetPath(request.url ?? '/');
    if (!isUnderApi(path)) {
      if (wantsNoPage(request) && isUnknown(path)) sendToUnknown(request);
      else patchNextResponse(request, response);
    }
    prepareApiRequest(request);
  });
}
