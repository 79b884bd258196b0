import { TrieRouter } from 'hono/router/trie-router';
import type { Auth } from '@/lib/contract/operation-contract';
import { PATH_PARAMETERS, type PathParameterName, parametersIn } from '@/lib/contract/path-parameters';
import type { Operation } from './operation';

/** One path or template with its methods. */
export type Route = {
  readonly path: string;
  readonly parameters: readonly PathParameterName[];
  readonly operations: ReadonlyMap<string, Operation>;
  /** Who may call: the same for all methods of a path. */
  readonly auth: Auth;
  /** The value of the `Allow` field, sorted: `GET`, or `DELETE, POST`. */
  readonly allow: string;
};

/** A route that a path matches, with the values of its parameters. */
export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

export type Router = {
  readonly routes: readonly Route[];
  /** Finds the route of a raw path without its query; only the slash of a package's name is decoded. */
  readonly find: (path: string) => Match | null;
  /**
   * The known path, or template, from which an unknown one differs only by slashes, letter case, or a missing or doubled
   * base (contract section 5, `not_found`); `null` if there is none.
   */
  readonly nearest: (path: string) => string | null;
};

/** The route of the operations of one path. Throws if two have the same method, or for an unknown parameter. */
export function routeOf([first, ...others]: readonly [Operation, ...Operation[]]): Route {
  const { path, auth } = first;
  const operations = new Map([first, ...others].map((operation) => [operation.method as string, operation]));
  if (operations.size <= others.length) throw new Error(`${path} has two operations with the same method.`);
  // Monitors ask with HEAD; elsewhere it would run a GET that counts.
  const get = operations.get('GET');
  if (get !== undefined && (path.startsWith('/api/health/') || auth === 'public'))
    operations.set('HEAD', get);
  const allow = [...operations.keys()].sort().join(', ');
  return { path, parameters: parametersIn(path), operations, auth, allow };
}

/** The match of a route; `null` if a parameter does not have its form. */
export function matchOf(route: Route, params: Match['params']): Match | null {
  const isValid = route.parameters.every((name) => PATH_PARAMETERS[name].isValid(params[name] ?? ''));
  return isValid ? { route, params } : null;
}

/** No path is longer: the router would split the others in all their segments. */
const PATH_CHARS_MAX = 128;

/** Most package managers escape the slash in the name of a package. */
const ESCAPED_SCOPE = /^\/npm\/@([a-z]+)%2[fF]/;

export function createRouter(operations: readonly Operation[]): Router {
  const byPath = new Map<string, [Operation, ...Operation[]]>();
  for (const operation of operations) {
    const others = byPath.get(operation.path);
    if (others === undefined) byPath.set(operation.path, [operation]);
    else others.push(operation);
  }
  const routes = [...byPath.values()].map(routeOf);
  const router = new TrieRouter<Route>();
  // Of all that match the first that was added counts: a literal segment wins over a parameter (contract section 8).
  for (const route of routes.toSorted((a, b) => a.parameters.length - b.parameters.length))
    router.add('ALL', route.path.replace(/\{(\w+)\}/g, ':$1'), route);

  const find = (path: string): Match | null => {
    if (!path.startsWith('/') || path.length > PATH_CHARS_MAX) return null;
    const [found] = router.match('ALL', path.replace(ESCAPED_SCOPE, '/npm/@$1/'));
    const [first] = found as [Route, Match['params']][];
    return first === undefined ? null : matchOf(...first);
  };
  return {
    routes,
    find,
    nearest(path) {
      const plain = path
        .toLowerCase()
        .replace(/\/{2,}/g, '/')
        .replace(/\/$/, '');
      const base = Math.max(0, plain.lastIndexOf('/api/'));
      const found = find(plain.slice(base))?.route ?? find(`/api${plain}`)?.route;
      return found?.auth === 'key' || found?.auth === 'none' ? found.path : null;
    },
  };
}
