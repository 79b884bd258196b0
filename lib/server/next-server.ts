import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasSharedContainer, openContainer, readEnv, shareContainer } from '@/lib/container';
import { settleForwarded } from '@/lib/http/forwarded';
import { isUnderApi, prepareForNext, targetPath } from '@/lib/http/incoming';
import { settlePageAnswer } from './page-answers';

/** Readies the process in which Next serves the pages, and the API too when there is no front door before it. */
export async function prepareNextServer(): Promise<void> {
  // The sign-in library then believes the forwarded host, which is settled before any page sees it.
  process.env.AUTH_TRUST_HOST = 'true';
  delete process.env.NEXTAUTH_URL;
  if (hasSharedContainer()) return;
  const env = readEnv();
  shareContainer(await openContainer(env));
  const settle = settleForwarded(env);
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    // Next drops a request that offers another protocol, such as HTTP/2; only its development server speaks one.
    if (process.env.NODE_ENV === 'production') server.removeAllListeners('upgrade');
    settle(request);
    if (!isUnderApi(targetPath(request.url ?? '/'))) settlePageAnswer(request, response);
    prepareForNext(request);
  });
}
