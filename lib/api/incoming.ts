import type { IncomingMessage } from 'node:http';
import { countFields } from '@/lib/request/host';
import { SEVERAL } from './bearer';

/** Paths under `/api` that Next serves: those of the sign-in library. */
const PAGES_API = /^\/api\/auth\//;

/** The path of a request target, not decoded or normalized (contract section 5, `not_found`). */
export function targetPath(target: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  const path = (origin === null ? target : target.slice(origin[0].length)).split(/[?#]/, 1)[0] ?? '';
  return path === '' ? '/' : path;
}

/** The query of a request target, without `?`. */
export const targetQuery = (target: string): string => /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? '';

/** Whether a path is that of a package, if only of one that is not served (contract section 5). */
export const isPackage = (path: string): boolean => path.startsWith('/npm/');

/**
 * Whether the API serves this path, if only with `not_found`. Includes paths that Next would normalize into one below
 * `/api`, such as `/x/../api/v1` or `//api`, and then serve or redirect.
 */
export const isUnderApi = (path: string): boolean => isBelowApi(path) || isBelowApi(normalized(path));

/** /hooks, /badge, /chart, /b and /npm answer errors as JSON too. */
const isBelowApi = (path: string) =>
  /^\/(?:hooks|badge|chart|b|npm)\//.test(path) ||
  ((path === '/api' || path.startsWith('/api/')) && !PAGES_API.test(path));

function normalized(path: string): string {
  const single = path.replace(/[\\/]+/g, '/');
  // The URL parser resolves dot segments, including percent-encoded ones.
  return single.includes('/.') || /%2e/i.test(single) ? new URL(single, 'http://localhost').pathname : single;
}

/**
 * Makes several `Authorization` fields one that is not a valid key, and several `Content-Type` one that is not JSON. Node
 * would keep only the first, and the contract refuses such a request (section 5, `invalid_key`).
 */
export function joinFields({ headers, rawHeaders }: IncomingMessage): void {
  if (countFields(rawHeaders, 'authorization') > 1) headers.authorization = `Bearer ${SEVERAL}`;
  if (countFields(rawHeaders, 'content-type') > 1) headers['content-type'] += ',';
}

/**
 * Whether the client does not want a page: a method other than GET and HEAD, or an `Accept` without HTML. On an
 * unknown path such a request gets the API's `not_found` (contract section 5).
 */
export function wantsNoPage({ method, headers }: IncomingMessage): boolean {
  return (method !== 'GET' && method !== 'HEAD') || !/\btext\/html\b/i.test(headers.accept ?? '');
}
