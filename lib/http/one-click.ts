import type { IncomingMessage } from 'node:http';
import { paths } from '@/lib/contract/paths';
import { isSameOrigin } from './same-origin';

/** The route file that serves what mail programs post to the page (RFC 8058), without cookies or `Origin`. */
export const ONE_CLICK_PATH = `${paths.unsubscribe}/one-click`;

/** Leads a post of another site to the page to that route: Next has either a page or a route file for one path. */
export function leadToOneClick(request: IncomingMessage): void {
  const { method, url = '/', headers } = request;
  const [path, query] = url.split(/\?(.*)/s, 2);
  if (method !== 'POST' || path !== paths.unsubscribe) return;
  if (isSameOrigin({ get: (name) => headers[name]?.toString() ?? null })) return;
  request.url = query === undefined ? ONE_CLICK_PATH : `${ONE_CLICK_PATH}?${query}`;
}
