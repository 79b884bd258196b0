import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connections } from './connections';

/** Requests that take longer than this are aborted. */
const DRAIN_MAX_MS = 8_000;

/** A client may send a request on an idle connection before it learns of the shutdown; it arrives within this time. */
const IDLE_GRACE_MS = 1_000;

/**
 * Stops accepting connections and resolves once the requests on the open ones are finished, at the latest after
 * DRAIN_MAX_MS.
 */
export function drain(server: Server, connections: Connections): Promise<void> {
  // Otherwise a kept-alive connection could send one request after another.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    const endIdle = setInterval(() => {
      server.closeIdleConnections();
      // Node counts a connection as idle only after its first request.
      connections.closeUnused();
    }, IDLE_GRACE_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
    // `http.Server.close` resets idle connections at once, and with them requests that are on their way.
    NetServer.prototype.close.call(server, () => {
      clearInterval(endIdle);
      clearTimeout(cutOff);
      resolve();
    });
  });
}
