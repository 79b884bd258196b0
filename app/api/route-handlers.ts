import type { Operation } from '@/lib/api/operation';
import { type Match, matchOf, routeOf } from '@/lib/api/router';
import { respondToRequest } from '@/lib/api/web-edge';
import { container } from '@/lib/session/container';

type Context = { readonly params: Promise<object> };

/**
 * The same handler for every method: wrong ones, HEAD and OPTIONS are refused by the API (contract section 5), and so is a
 * slash at the end of a path, which Next ignores.
 */
function forEveryMethod(find: (path: string, params: object) => Match | null) {
  const handle = async (request: Request, { params }: Context) => {
    const { pathname } = new URL(request.url);
    const match = pathname.endsWith('/') ? null : find(pathname, await params);
    return respondToRequest(container().api, request, match);
  };
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}

/** The handlers of a route file: those of its operations, all of one path, which the front door calls too. */
export function routeHandlers(...operations: [Operation, ...Operation[]]) {
  const route = routeOf(operations);
  return forEveryMethod((_, params) => matchOf(route, params as Match['params']));
}

/** Of a path without an operation. */
export const unknownPath = forEveryMethod(() => null);

/** Of paths that no folder can be named after, such as `/npm/@botmeter/client`: the router finds their operations. */
export const routedHandlers = forEveryMethod((path) => container().api.find(path));
