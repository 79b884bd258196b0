import { container } from '@/lib/container';
import { UNKNOWN_TARGET } from '@/lib/http/incoming';
import { API_TARGET_HEADER } from '@/lib/server/next/prepare-request';

/** The handlers of a route file: every method calls the same function as the front door. */
export function routeHandlers() {
  const respond = (request: Request) =>
    container().api(request.headers.get(API_TARGET_HEADER) ?? UNKNOWN_TARGET, request);
  return {
    GET: respond,
    HEAD: respond,
    POST: respond,
    PUT: respond,
    PATCH: respond,
    DELETE: respond,
    OPTIONS: respond,
  };
}
