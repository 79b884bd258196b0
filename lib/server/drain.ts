import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Connections } from './connections';

/** Requests that take longer than this are aborted. */
const DRAIN_MAX_MS = 8_000;

/**
 * How long a process with open connections still accepts new ones. Meanwhile load balancers see that the readiness
 * endpoint responds 503, and a request that was sent on an idle connection arrives.
 */
const GRACE_MS = 1_000;

/** Connections that the system keeps established for a server that has not accepted them: Node's default. */
const BACKLOG = 511;

/** Stops accepting connections and resolves once the requests on the open ones are finished. */
export async function drain(server: Server, connections: Connections): Promise<void> {
  // Otherwise a kept-alive connection could send one request after another.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
  if (connections.open > 0) await delay(GRACE_MS);
  // The system would reset connections that are established and not accepted yet. Node accepts one per turn; a client that
  // connects anew for each request would keep it accepting for ever.
  await nextTurn();
  for (let turn = 0, before = -1; turn < BACKLOG && before !== connections.accepted; turn++) {
    before = connections.accepted;
    await nextTurn();
  }
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
