import { apiTarget } from '@/lib/api/incoming';
import type { Operation } from '@/lib/api/operation';
import { container } from '@/lib/container';

/**
 * The handlers of a route file: every method calls the same function as the front door, which finds the operation by the
 * path. The file names its operation so that a reader finds it (tests/unit/architecture/paths.test.ts).
 */
export function routeHandlers(..._served: Operation[]) {
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
