import type { IncomingMessage, RequestListener } from 'node:http';
import { targetPath } from '@/lib/api/incoming';
import { ONE_CLICK_PATH, originRefusal } from '@/lib/request/same-origin';
import { isPage } from './next/page-paths';

type Log = { warn(fields: object, text: string): void };

const LOGGED_EVERY_MS = 60_000;

/**
 * Refuses posts that do not come from a page of this site, with the reason: most often not an attack, but a proxy or a
 * setting. Actions refuse them themselves too (lib/actions/form-action.ts).
 */
export function refuseCrossOrigin(
  pages: RequestListener,
  log: Log,
  nowMs: () => number = () => performance.now(),
): RequestListener {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  return (request, response) => {
    const refusal = changes(request) ? originRefusal({ get: (name) => fieldOf(request, name) }) : null;
    if (refusal === null) return pages(request, response);
    if (nowMs() >= loggedAtMs + LOGGED_EVERY_MS) {
      loggedAtMs = nowMs();
      const { text, ...addresses } = refusal;
      log.warn(addresses, text);
    }
    response.writeHead(403, {
      'Content-Type': 'text/plain',
      'Content-Length': Buffer.byteLength(refusal.text),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      // The rest of a refused body is not read.
      ...(!request.complete && { Connection: 'close' }),
    });
    response.end(refusal.text);
  };
}

/** Whether Next would run something for it that changes data. */
function changes(request: IncomingMessage): boolean {
  const { method, url = '/' } = request;
  if (method === 'GET' || method === 'HEAD') return false;
  const path = targetPath(url);
  return isPage(path) && path !== ONE_CLICK_PATH;
}

const fieldOf = ({ headers }: IncomingMessage, name: string) => headers[name]?.toString() ?? null;
