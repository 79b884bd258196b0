import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Container } from '@/lib/container';
import { isApiPath } from '@/lib/http/api';
import { settleForwarded } from '@/lib/http/forwarded';
import { isUnderApi, joinAuthorizations, targetPath } from '@/lib/http/incoming';
import { observePage } from '@/lib/http/observe';

/** A request must arrive whole within this time; the longest legitimate one is 16 KiB. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual reverse proxy keeps an idle connection, so that it is never the one to be surprised. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** One HTTP server for everything: the API straight to its handlers, all else to `pages` (Next). */
export function createFrontDoor(
  { api, env, observe }: Pick<Container, 'api' | 'env' | 'observe'>,
  pages: RequestListener,
): Server {
  const settle = settleForwarded(env);
  const listener = getRequestListener(
    (request, { incoming }) => api(targetPath(incoming.url ?? '/'), request),
    { overrideGlobalObjects: false },
  );
  const onRequest: RequestListener = (request, response) => {
    const path = targetPath(request.url ?? '/');
    if (!isUnderApi(path)) {
      settle(request);
      if (observe !== undefined) observePage(observe, path, request, response);
      return pages(request, response);
    }
    joinAuthorizations(request);
    // The handlers look at neither query nor host, so no form of them can fail a call.
    request.url = isApiPath(path) ? path : '/api/unknown';
    request.headers.host = 'localhost';
    void listener(request, response);
  };
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    onRequest,
  );
  // An expectation that Node does not know would otherwise be answered 417.
  server.on('checkExpectation', onRequest);
  return server;
}
