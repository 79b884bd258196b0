import { once } from 'node:events';
import { rmdirSync, rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { dirname } from 'node:path';
import next from 'next';
import { container } from '@/lib/shared-container';
import { serveCompressedFiles } from './compressed-files';
import { noteRefusal } from './faults';
import { watchIdle } from './idle';
import { type FromPages, PAGES_SOCKET } from './messages';
import { setBuiltConfig } from './private-settings';

/**
 * The program of the pages process: runs Next on a Unix socket, for the service that started it and no longer than that.
 * lib/server/next/prepare-next-server.ts, which Next loads, opens the database and answers the service's messages.
 */

const socketPath = process.env[PAGES_SOCKET] ?? '';
if (socketPath === '') throw new Error('Only the service starts this program.');

process.on('disconnect', end);
// The service may have ended while this program was loaded.
if (!process.connected) end();
// A terminal sends them to every process of the service, which decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

// Of Next's start. From the opening of the database on, the console writes to the log (log-console.ts).
console.log = () => {};

/** Calls go before pages, which still get a third of a processor that others want too (decision 0016). */
const NICENESS = 5;

/** The service has bounded each request already, and keeps connections open. */
const OPTIONS = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 32_768 };

const send = (message: FromPages) => process.send?.(message);

try {
  setBuiltConfig();
  // Next would handle (and drop) upgrade requests on the server that it is given. So it gets one that never listens.
  const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
  await app.prepare();
  let serve = serveCompressedFiles(app.getRequestHandler());
  const server = createServer(OPTIONS, (request, response) => {
    noteRefusal(response);
    serve(request, response);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  await firstPage();
  serve = container().pageRequests.serve(serve);
  // Of this thread, once it has started: a start on a busy machine is not to take longer.
  setPriority(Math.max(getPriority(), NICENESS));
  watchIdle(server, () => send({ kind: 'idle' }));
  send({ kind: 'ready' });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/** The service is gone, and leaves its folder behind if it was killed. */
function end(): never {
  try {
    rmSync(socketPath, { force: true });
    rmdirSync(dirname(socketPath));
  } catch {
    // The service has removed it.
  }
  process.exit();
}

/** Next opens the database with the first page that it draws: it is drawn now, before anybody waits for it. */
async function firstPage(): Promise<void> {
  const drawn = get({ socketPath, path: '/not-found', agent: false });
  const [response] = (await once(drawn, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 404) throw new Error(`The first page has the status ${response.statusCode}.`);
}
