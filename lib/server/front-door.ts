import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Container } from '@/lib/container';
import { isApiPath } from '@/lib/http/api';
import { settleForwarded } from '@/lib/http/forwarded';
import { isUnderApi, joinAuthorizations, settleForPages, targetPath } from '@/lib/http/incoming';
import { observePage } from '@/lib/http/observe';
import { Connections, connectionsMax } from './connections';
import { settlePageAnswer } from './page-answers';
import { queued } from './page-queue';

/** A request must arrive whole within this time; the longest legitimate one is 64 KiB. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** How late these two may come. */
const TIMEOUTS_CHECKED_EVERY_MS = 1_000;
/** Longer than the usual reverse proxy keeps an idle connection, so that it is never the one to be surprised. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** An answer is given up when its client takes nothing of it for this long. */
const STALLED_TIMEOUT_MS = 30_000;
/** Far more than any form of the pages; Next would hold up to 10 MB in memory. next.config.ts bounds chunked ones. */
const PAGE_BODY_BYTES_MAX = 65_536;

export type FrontDoor = { readonly server: Server; readonly connections: Connections };

/** One HTTP server for everything: the API straight to its handlers, all else to `pages` (Next). */
export function createFrontDoor(
  { api, env, observe }: Pick<Container, 'api' | 'env' | 'observe'>,
  pages: RequestListener,
): FrontDoor {
  const settle = settleForwarded(env);
  const page = queued(pages, () => connections.accepted);
  const listener = getRequestListener(
    (request, { incoming }) => api(targetPath(incoming.url ?? '/'), request),
    { overrideGlobalObjects: false },
  );
  const onRequest: RequestListener = (request, response) => {
    const former = connections.onRequest(response);
    if (former === null || former.writableFinished) serve(request, response);
    // Requests sent at once are served one by one: their answers would pile up if the client did not read them.
    else former.once('close', () => request.socket.destroyed || serve(request, response));
  };
  const serve: RequestListener = (request, response) => {
    // No other protocol is spoken, and Node forgets what came behind such an offer: the client is to ask anew.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    const path = targetPath(request.url ?? '/');
    if (!isUnderApi(path)) {
      settle(request);
      settleForPages(request);
      settlePageAnswer(request, response);
      if (observe !== undefined) observePage(observe, path, request, response);
      if (Number(request.headers['content-length']) > PAGE_BODY_BYTES_MAX) {
        response.writeHead(413, { Connection: 'close' }).end();
        return;
      }
      return page(request, response);
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
      connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    onRequest,
  );
  server.setTimeout(STALLED_TIMEOUT_MS);
  // A client may say that it has no more to send and still be owed an answer; Node would drop that. (Not in its types.)
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(
    server,
    connectionsMax(env.database.kind === 'postgres' ? env.databasePoolMax : 0),
  );
  // An expectation that Node does not know would otherwise be answered 417.
  server.on('checkExpectation', onRequest);
  return { server, connections };
}
