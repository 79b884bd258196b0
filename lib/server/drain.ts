import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connections } from './connections';

/** After this long what is still under way is cut off. */
const DRAIN_MAX_MS = 8_000;

/** A request that was sent on an idle connection before its client could know arrives within this time. */
const IDLE_GRACE_MS = 1_000;

/**
 * Takes no more connections, answers what is under way or still arrives on those that are open, then resolves; at the
 * latest after DRAIN_MAX_MS.
 */
export function drain(server: Server, connections: Connections): Promise<void> {
  // A kept-alive connection would otherwise bring request after request.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    const endIdle = setInterval(() => {
      server.closeIdleConnections();
      // To Node a connection is idle only after its first request.
      connections.closeUnused();
    }, IDLE_GRACE_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
    // The HTTP server's own close would reset idle connections at once, and requests on their way with them.
    NetServer.prototype.close.call(server, () => {
      clearInterval(endIdle);
      clearTimeout(cutOff);
      resolve();
    });
  });
}
