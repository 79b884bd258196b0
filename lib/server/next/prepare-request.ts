import type { IncomingMessage } from 'node:http';
import { NONCE_HEADER } from '@/lib/http/content-security-policy';
import {
  apiTarget,
  isUnderApi,
  joinAuthorizations,
  takesSession,
  targetPath,
  UNKNOWN_TARGET,
} from '@/lib/http/incoming';
import { leadToOneClick } from '@/lib/http/one-click';

/**
 * Request header that carries the original request target to Next's route files, which may see another one. Always
 * overwritten, so a client cannot set it.
 */
export const API_TARGET_HEADER = 'x-api-target';

/** Methods that a Next route file can export. Next responds to all others itself. */
const ROUTABLE = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** A path without a page. */
const UNKNOWN_PAGE = '/not-found';

/** Rewrites a request for an unknown path so that the API responds `not_found`. */
export function sendToUnknown(request: IncomingMessage): void {
  const target = request.url ?? '/';
  request.url = apiTarget(targetPath(target), target);
}

/**
 * Rewrites requests on which Next would fail into ones that it refuses: methods such as TRACE, and paths that are not
 * valid text or contain control characters, which no database stores. A post of a mail program goes to its route.
 */
export function replaceUnroutable(request: IncomingMessage): void {
  for (const name of [API_TARGET_HEADER, NONCE_HEADER]) delete request.headers[name];
  leadToOneClick(request);
  if (!ROUTABLE.has(request.method ?? '')) request.method = 'DELETE';
  const path = targetPath(request.url ?? '/');
  if (!isText(path)) request.url = path.startsWith('/api/') ? UNKNOWN_TARGET : UNKNOWN_PAGE;
}

function isText(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Headers that the API or the HTTP server reads. Others, such as `RSC`, would change Next's response. */
const KEPT_HEADERS = new Set([
  'accept',
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

const KEPT_WITH_SESSION = new Set([...KEPT_HEADERS, 'cookie', 'x-forwarded-host', 'x-forwarded-proto']);

/**
 * Prepares a request under `/api` where Next is the server. For some paths and methods Next would redirect, decode or
 * refuse in its own way; the contract requires 404 or 405 in JSON.
 */
export function prepareApiRequest(request: IncomingMessage): void {
  replaceUnroutable(request);
  const path = targetPath(request.url ?? '/');
  if (!isUnderApi(path)) return;
  joinAuthorizations(request);
  const target = apiTarget(path, request.url ?? '/');
  // The catch-all route serves every path but two, which have route files of their own.
  request.url = path === target && path.startsWith('/api/') ? path : UNKNOWN_TARGET;
  const kept = takesSession(target) ? KEPT_WITH_SESSION : KEPT_HEADERS;
  for (const name of Object.keys(request.headers)) if (!kept.has(name)) delete request.headers[name];
  request.headers[API_TARGET_HEADER] = target;
}
