import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isPackage, isUnderApi, joinFields, targetPath, targetQuery, wantsNoPage } from '@/lib/api/incoming';
import { serveApi } from '@/lib/api/node-edge';
import { observePage } from '@/lib/api/observe';
import type { Container } from '@/lib/container';
import type { Env } from '@/lib/env';
import { HISTORY_READS } from '@/lib/ports/fair-reads';
import { resolveForwarded } from '@/lib/request/forwarded';
import { hasValidHost } from '@/lib/request/host';
import { Connections, connectionLimits } from './connections';
import { unknownPaths } from './next/build-files';
import { replaceUnroutable } from './next/faults';
import { createPages } from './pages/pages';
import type { PagesProcess } from './pages/process';
import { refuseCrossOrigin } from './refuse-cross-origin';
import { UnreadResponses } from './unread-responses';

/** Time for a request to arrive completely; the largest valid one is 64 KiB. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node checks the two timeouts above: they fire at most this much late. */
const TIMEOUTS_CHECKED_EVERY_MS = 1_000;
/**
 * Longer than reverse proxies usually keep an idle connection, so that the proxy closes it first and never sends a
 * request on a closed one.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Closes a connection without traffic. A stalled request has got its 408 by then. */
const STALLED_TIMEOUT_MS = REQUEST_TIMEOUT_MS + 5_000;

type FrontDoor = {
  readonly server: Server;
  readonly connections: Connections;
  readonly onPagesIdle: () => void;
};

/** One HTTP server: API requests go straight to their handlers, everything else to the pages process. */
export function createFrontDoor(
  { api, env, log, observe }: Pick<Container, 'api' | 'env' | 'log' | 'observe'>,
  { socket, onGone }: Pick<PagesProcess, 'socket' | 'onGone'>,
): FrontDoor {
  const resolveFields = resolveForwarded(env);
  // Archives of packages have the host that the request named, even if it is not that of APP_URL.
  const resolveNamed = resolveForwarded({ ...env, appUrl: undefined });
  const isPostgres = env.database.kind === 'postgres';
  const limits = connectionLimits(isPostgres ? env.databasePoolMax + HISTORY_READS.postgres : 0);
  const pages = createPages({
    socket,
    onGone,
    hold: ({ socket }) => connections.hold(socket),
    inFlightMax: limits.pages,
  });
  const servePage = refuseCrossOrigin(pages.serve, log);
  const setStrictTransport = strictTransport(env);
  const isUnknown = unknownPaths();
  const unread = new UnreadResponses();
  const serve: RequestListener = (request, response) => {
    unread.watch(response);
    // Upgrades are not supported, and Node drops bytes that follow an upgrade request: the client must reconnect.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    if (!hasValidHost(request)) {
      response.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end();
      return;
    }
    // Node decodes `chunked` only; what is left would be taken for the body (RFC 9112, section 6.1). Where `chunked` is not
    // the last coding, its parser refuses the request with 400.
    if (/,\s*chunked\s*$/i.test(request.headers['transfer-encoding'] ?? '')) {
      response.writeHead(501, { Connection: 'close', 'Content-Length': 0 }).end();
      return;
    }
    const path = targetPath(request.url ?? '/');
    setStrictTransport(response);
    if (!isUnderApi(path) && !(wantsNoPage(request) && isUnknown(path))) {
      resolveFields(request);
      replaceUnroutable(request);
      if (observe !== undefined) observePage(observe, path, request, response);
      return servePage(request, response);
    }
    const match = api.find(path);
    joinFields(request);
    // They tell whether the browser uses https, and with it the name of its session cookie.
    if (match?.route.auth === 'session') resolveFields(request);
    if (isPackage(path)) resolveNamed(request);
    const query = targetQuery(request.url ?? '/');
    const hold = () => connections.hold(request.socket);
    serveApi(api, match, { path, query, hold }, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a response could not be sent');
      response.destroy();
    });
  };
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  server.setTimeout(STALLED_TIMEOUT_MS);
  // A client that closed its sending side still gets its response. Node would drop it; the option is missing in its
  // types.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(server, limits.clients, serve, pages.isWaiting);
  server.on('request', connections.onRequest);
  // Node would respond 417 to an unknown `Expect` header.
  server.on('checkExpectation', connections.onRequest);
  return { server, connections, onPagesIdle: pages.onIdle };
}

/** One year, for this host only: `includeSubDomains` is the operator's decision. */
const POLICY = 'max-age=31536000';

/** Tells browsers to use https from then on (HSTS), if APP_URL is https. */
function strictTransport({ appUrl }: Pick<Env, 'appUrl'>): (response: ServerResponse) => void {
  if (!appUrl?.startsWith('https:')) return () => {};
  return (response) => void response.setHeader('Strict-Transport-Security', POLICY);
}
