import type { IncomingMessage } from 'node:http';
import { isApiPath } from './api';

/** Paths under `/api` that belong to pages: the sign-in library and the dashboard's own reads. */
const PAGES_API = /^\/api\/(?:auth|dashboard)\//;

/** The path of a request target, byte for byte: no decoding, no normalizing (contract section 5, `not_found`). */
export function targetPath(target: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  const path = (origin === null ? target : target.slice(origin[0].length)).split(/[?#]/, 1)[0] ?? '';
  return path === '' ? '/' : path;
}

/**
 * Whether the API answers this path, be it only with `not_found`. It answers those too that Next would tidy into one
 * below `/api`, such as `/x/../api/v1/usage` or `//api`, and then serve or redirect.
 */
export function isUnderApi(path: string): boolean {
  return isBelowApi(path) || isBelowApi(tidied(path));
}

const isBelowApi = (path: string) => (path === '/api' || path.startsWith('/api/')) && !PAGES_API.test(path);

function tidied(path: string): string {
  const single = path.replace(/[\\/]+/g, '/');
  // The parser resolves dot segments, percent-encoded ones included.
  return single.includes('/.') || /%2e/i.test(single) ? new URL(single, 'http://localhost').pathname : single;
}

/**
 * Makes two `Authorization` fields one that no parser takes for a key. Node would keep the first and drop the rest,
 * and the contract refuses such a request (section 5, `invalid_key`).
 */
export function joinAuthorizations(request: IncomingMessage): void {
  const { rawHeaders } = request;
  const isAuthorization = (_: string, i: number) => rawHeaders[i & ~1]?.toLowerCase() === 'authorization';
  if (rawHeaders.filter(isAuthorization).length <= 2) return;
  request.rawHeaders = [
    ...rawHeaders.filter((text, i) => !isAuthorization(text, i)),
    'Authorization',
    'Bearer',
  ];
  request.headers.authorization = 'Bearer';
}

/** Methods that Next's route files can export; others it answers by itself. */
const ROUTABLE = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** A path that no one can ask for from outside and that the catch-all route answers with `not_found`. */
const UNKNOWN = '/api/unknown';
/** No page. */
const NOWHERE = '/not-found';

/**
 * Makes of what Next fails on what it refuses: a method such as TRACE, and a path that is no text or that holds control
 * characters, which no database stores.
 */
export function settleForPages(request: IncomingMessage): void {
  if (!ROUTABLE.has(request.method ?? '')) request.method = 'DELETE';
  const path = targetPath(request.url ?? '/');
  if (!isText(path)) request.url = path.startsWith('/api/') ? UNKNOWN : NOWHERE;
}

function isText(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** What the API looks at, and what the HTTP server needs. Next has its own answers to others, such as `RSC`. */
const HEARD = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'transfer-encoding',
  'x-request-id',
]);

/**
 * Prepares a request under `/api` for Next, where Next itself is the server: it would redirect, decode or refuse some
 * paths and methods in its own way, which the contract answers with 404 or 405 in JSON.
 */
export function prepareForNext(request: IncomingMessage): void {
  settleForPages(request);
  const path = targetPath(request.url ?? '/');
  if (!isUnderApi(path)) return;
  joinAuthorizations(request);
  request.url = isApiPath(path) ? path : UNKNOWN;
  for (const name of Object.keys(request.headers)) if (!HEARD.has(name)) delete request.headers[name];
}
