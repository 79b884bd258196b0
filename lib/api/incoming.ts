import type { IncomingMessage } from 'node:http';
import { countFields } from '@/lib/request/host';
import { SEVERAL } from './bearer';
import { nearestPath, ROUTES } from './routes';

/** Paths under `/api` that Next serves: those of the sign-in library. */
const PAGES_API = /^\/api\/auth\//;

/** The path of a request target, not decoded or normalized (contract section 5, `not_found`). */
export function targetPath(target: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  const path = (origin === null ? target : target.slice(origin[0].length)).split(/[?#]/, 1)[0] ?? '';
  return path === '' ? '/' : path;
}

/** A target that gets `not_found`; clients cannot request it. */
export const UNKNOWN_TARGET = '/api/unknown';

/** Whether a path is that of a package, if only of one that is not served (contract section 5). */
export const isPackage = (path: string): boolean => path.startsWith('/npm/');

/** The same for a package. */
const UNKNOWN_PACKAGE = '/npm/unknown';

/**
 * The target that the API gets for a request with this `path`: a known path, with its query (encoded again) if it
 * takes one. Of an unknown path nothing is passed on but the known one that is nearest.
 */
export function apiTarget(path: string, target: string): string {
  const match = ROUTES.find(path);
  if (match === null && isPackage(path)) return UNKNOWN_PACKAGE;
  if (match === null) return UNKNOWN_TARGET + (nearestPath(path) ?? '');
  if (!match.route.takesQuery) return path;
  const [, query] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
}

/** Whether the API authenticates requests for this path by the session cookie. */
export const takesSession = (path: string): boolean => ROUTES.find(path)?.route.takesSession === true;

/**
 * Whether the API serves this path, if only with `not_found`. Includes paths that Next would normalize into one below
 * `/api`, such as `/x/../api/v1` or `//api`, and then serve or redirect.
 */
export function isUnderApi(path: string): boolean {
  return isBelowApi(path) || isBelowApi(normalized(path)) || ROUTES.find(path) !== null;
}

/** Lists get the API's envelope for every path below theirs, and so do those who ask for what anyone may see or install. */
const isBelowApi = (path: string) =>
  /^\/(?:hooks|badge|chart|b|npm)\//.test(path) ||
  ((path === '/api' || path.startsWith('/api/')) && !PAGES_API.test(path));

function normalized(path: string): string {
  const single = path.replace(/[\\/]+/g, '/');
  // The URL parser resolves dot segments, including percent-encoded ones.
  return single.includes('/.') || /%2e/i.test(single) ? new URL(single, 'http://localhost').pathname : single;
}

/**
 * Joins several `Authorization` fields into one that is not a valid key. Node would keep only the first, and the
 * contract refuses such a request (section 5, `invalid_key`).
 */
export function joinAuthorizations(request: IncomingMessage): void {
  const { rawHeaders } = request;
  if (countFields(rawHeaders, 'authorization') <= 1) return;
  const isAuthorization = (_: string, i: number) => rawHeaders[i & ~1]?.toLowerCase() === 'authorization';
  request.rawHeaders = [
    ...rawHeaders.filter((text, i) => !isAuthorization(text, i)),
    'Authorization',
    `Bearer ${SEVERAL}`,
  ];
  request.headers.authorization = `Bearer ${SEVERAL}`;
}

/**
 * Whether the client does not want a page: a method other than GET and HEAD, or an `Accept` without HTML. On an
 * unknown path such a request gets the API's `not_found` (contract section 5).
 */
export function wantsNoPage({ method, headers }: IncomingMessage): boolean {
  return (method !== 'GET' && method !== 'HEAD') || !/\btext\/html\b/i.test(headers.accept ?? '');
}
