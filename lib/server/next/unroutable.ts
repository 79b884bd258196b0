import type { IncomingMessage } from 'node:http';
import { NONCE_HEADER } from '@/lib/http/content-security-policy';
import { targetPath, UNKNOWN_TARGET } from '@/lib/http/incoming';
import { leadToOneClick } from '@/lib/http/one-click';

/** Methods that a Next route file can export. Next responds to all others itself. */
const ROUTABLE = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** A path without a page. */
const UNKNOWN_PAGE = '/not-found';

/**
 * Rewrites requests on which Next would fail into ones that it refuses: methods such as TRACE, and paths that are not
 * valid text or contain control characters, which no database stores. A post of a mail program goes to its route.
 */
export function replaceUnroutable(request: IncomingMessage): void {
  delete request.headers[NONCE_HEADER];
  leadToOneClick(request);
  if (!ROUTABLE.has(request.method ?? '')) request.method = 'DELETE';
  const path = targetPath(request.url ?? '/');
  if (!isText(path)) request.url = path.startsWith('/api/') ? UNKNOWN_TARGET : UNKNOWN_PAGE;
}

function isText(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
