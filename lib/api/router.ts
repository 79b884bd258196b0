import { isPathParameter, PATH_PARAMETERS, parameterOf } from '@/lib/contract/path-parameters';
import type { Operation } from './operation';

/** Its GET answers HEAD too, without a body (contract section 5). */
const HEALTH = '/api/health/';

/** Most package managers escape the slash in the name of a package. */
const ESCAPED_SCOPE = /^\/npm\/@([a-z]+)%2[fF]/;

/** One path or template with its methods. */
export type Route = {
  readonly path: string;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The value of the `Allow` field, sorted: `GET`, or `DELETE, POST`. */
  readonly allow: string;
  readonly takesQuery: boolean;
  readonly takesSession: boolean;
  /** Whether lists call it: then an unknown source comes before a wrong method. */
  readonly takesVotes: boolean;
};

/** A route that a path matches, with the values of its parameters. */
export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

export type Router = {
  readonly routes: readonly Route[];
  /** Finds the route of a path without its query; only the slash of a package's name is decoded (contract section 5, `not_found`). */
  readonly find: (path: string) => Match | null;
};

/**
 * Paths without parameters are looked up in a map, templates segment by segment. A literal segment wins over a
 * parameter, which is then not tried (contract section 8). Throws if two operations have the same method and path, or
 * for a parameter that path-parameters.ts does not define.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const paths = [...new Set(operations.map(({ path }) => path))];
  const routes = paths.map((path) =>
    routeOf(
      path,
      operations.filter((operation) => operation.path === path),
    ),
  );
  const fixed = new Map<string, Match>();
  const root = newNode();
  for (const route of routes) {
    insert(root, route);
    if (!route.path.includes('{')) fixed.set(route.path, { route, params: {} });
  }
  const find = (path: string): Match | null => fixed.get(path) ?? walk(root, path);
  return { routes, find: (path) => find(path.replace(ESCAPED_SCOPE, '/npm/@$1/')) };
}

function routeOf(path: string, ofPath: readonly Operation[]): Route {
  const operations = new Map(ofPath.map((operation) => [operation.method as string, operation]));
  if (operations.size < ofPath.length) throw new Error(`${path} has two operations with the same method.`);
  // Monitors ask with HEAD; elsewhere it would run a GET that counts.
  const get = operations.get('GET');
  if (get !== undefined && (path.startsWith(HEALTH) || get.auth === 'public')) operations.set('HEAD', get);
  const takesQuery = ofPath.some(({ query, auth }) => query !== undefined || auth === 'public');
  const takesSession = ofPath.some(({ auth }) => auth === 'session');
  const takesVotes = ofPath.some(({ auth }) => auth === 'source');
  return {
    path,
    operations,
    takesVotes,
    allow: [...operations.keys()].sort().join(', '),
    takesQuery,
    takesSession,
  };
}

/** A node in the tree of path segments. */
type Node = {
  readonly literals: Map<string, Node>;
  parameter: { readonly name: keyof typeof PATH_PARAMETERS; readonly node: Node } | null;
  route: Route | null;
};

const newNode = (): Node => ({ literals: new Map(), parameter: null, route: null });

function insert(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.path.slice(1).split('/')) {
    const name = parameterOf(segment);
    node = name === null ? literalOf(node, segment) : parameterNode(node, name, route.path);
  }
  node.route = route;
}

function literalOf(node: Node, segment: string): Node {
  const next = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, next);
  return next;
}

function parameterNode(node: Node, name: string, path: string): Node {
  if (!isPathParameter(name)) throw new Error(`${path}: no parameter is called ${name}.`);
  node.parameter ??= { name, node: newNode() };
  if (node.parameter.name !== name)
    throw new Error(`${path}: this segment already has the parameter ${node.parameter.name}.`);
  return node.parameter.node;
}

/** Stops at the first unknown segment, so a long path costs no more than a short one. */
function walk(root: Node, path: string): Match | null {
  if (!path.startsWith('/')) return null;
  const params: Record<string, string> = {};
  let node = root;
  for (let from = 1; from > 0; ) {
    const slash = path.indexOf('/', from);
    const segment = slash < 0 ? path.slice(from) : path.slice(from, slash);
    const literal = node.literals.get(segment);
    if (literal !== undefined) node = literal;
    else if (node.parameter !== null && PATH_PARAMETERS[node.parameter.name].isValid(segment)) {
      params[node.parameter.name] = segment;
      node = node.parameter.node;
    } else return null;
    from = slash + 1;
  }
  return node.route && { route: node.route, params };
}
