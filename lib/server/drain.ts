import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterNewConnections, type Connections } from './connections';

/** Requests that take longer than this are aborted. */
const DRAIN_MAX_MS = 8_000;

/**
 * How long a process with open connections still accepts new ones. Meanwhile load balancers see that the readiness
 * endpoint responds 503, and a request that was sent on an idle connection arrives.
 */
const GRACE_MS = 1_000;

/** Stops accepting connections and resolves once the requests on the open ones are finished. */
export async function drain(server: Server, connections: Connections): Promise<void> {
  // Otherwise a kept-alive connection could send one request after another.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
  if (connections.open > 0) await delay(GRACE_MS);
  // The system would reset connections that are established and not accepted yet.
  await new Promise<void>((resolve) => afterNewConnections(() => connections.accepted, resolve));
  await close(server, connections);
  clearTimeout(cutOff);
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    server.closeIdleConnections();
    const closeIdle = setInterval(() => {
      server.closeIdleConnections();
      // Node counts a connection as idle only after its first request.
      connections.closeUnused();
    }, GRACE_MS);
    // `http.Server.close` would reset every connection that is idle at this moment.
    NetServer.prototype.close.call(server, () => {
      clearInterval(closeIdle);
      resolve();
    });
  });
}
