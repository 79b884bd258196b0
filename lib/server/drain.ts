import type { Server } from 'node:http';

/** After this long what is still under way is cut off. */
const DRAIN_MAX_MS = 8_000;

/** Takes no more connections, lets requests under way finish, then resolves; at the latest after DRAIN_MAX_MS. */
export function drain(server: Server): Promise<void> {
  // A kept-alive connection would otherwise bring request after request.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MAX_MS);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}
