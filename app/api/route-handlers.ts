import { apiTarget } from '@/lib/api/incoming';
import { container } from '@/lib/container';

/** The handlers of a route file: every method calls the same function as the front door. */
export function routeHandlers() {
  const respond = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return container().api(apiTarget(pathname, pathname + search), request);
  };
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
