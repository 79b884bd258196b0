import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { targetPath } from '@/lib/api/incoming';
import { NONCE_HEADER } from '@/lib/request/content-security-policy';
import { leadToOneClick } from '@/lib/request/same-origin';

/** Methods that a Next route file can export. Next responds to all others itself. */
const ROUTABLE = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** Paths without a page and without an operation. */
const UNKNOWN = { page: '/not-found', api: '/api/unknown' };

/**
 * Rewrites requests on which Next would fail into ones that it refuses: methods such as TRACE, and paths that are not
 * valid text or contain control characters, which no database stores. A post of a mail program goes to its route.
 */
export function replaceUnroutable(request: IncomingMessage): void {
  delete request.headers[NONCE_HEADER];
  leadToOneClick(request);
  if (!ROUTABLE.has(request.method ?? '')) request.method = 'DELETE';
  const path = targetPath(request.url ?? '/');
  if (!isText(path)) request.url = path.startsWith('/api/') ? UNKNOWN.api : UNKNOWN.page;
}

function isText(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Request header in which Next's client sends the router state. */
const ROUTER_STATE = 'next-router-state-tree';

/** Statuses with which Next refuses a file: wrong method, failed precondition, invalid range, malformed path. */
const REFUSALS: ReadonlySet<number> = new Set([400, 405, 412, 416]);
/** The response header that has such a status where Next then fails to render a page for it. */
const REFUSED_WITH = 'x-refused-with';

/** Notes the status of a refused file, which Next overwrites with 500. In the pages process. */
export function noteRefusal(response: ServerResponse): void {
  let status = response.statusCode;
  Object.defineProperty(response, 'statusCode', {
    get: () => status,
    set: (next: number) => {
      if (next === 500 && REFUSALS.has(status)) response.setHeader(REFUSED_WITH, status);
      status = next;
    },
  });
}

/** For HTML that did not pass proxy.ts, such as Next's built-in error page: it needs no scripts and no styles. */
const POLICY_WITHOUT_SOURCES =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Response header by which Next's client learns that the action of a form is not in this build. */
const ACTION_GONE = 'x-nextjs-action-not-found';
/** For forms that are sent without scripts; Next's own text is for developers. */
const UPDATED =
  'Botmeter was updated, and this form is of the earlier version. Nothing was sent. Go back, reload the page and send it again.';

type Head = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body?: string };

/**
 * Turns Next's 500 for malformed requests into 4xx, adds `Allow` to each 405, and says what an action's absence means. `body`
 * is to replace that of the response.
 */
export function mended(request: IncomingMessage, { statusCode = 500, headers }: IncomingMessage): Head {
  const { [REFUSED_WITH]: refusedWith, ...kept } = headers;
  if (refusedWith !== undefined) return replaced(Number(refusedWith), kept, '');
  if (headers[ACTION_GONE] !== undefined) return replaced(statusCode, kept, UPDATED);
  const isBareHtml =
    headers['content-type']?.startsWith('text/html') && headers['content-security-policy'] === undefined;
  if (isBareHtml) kept['content-security-policy'] = POLICY_WITHOUT_SOURCES;
  if (statusCode === 405) kept.allow = 'GET, HEAD';
  return { status: statusCode === 500 && hasFormOrRouterState(request) ? 400 : statusCode, headers: kept };
}

function replaced(status: number, headers: IncomingHttpHeaders, body: string): Head {
  const { 'content-encoding': _encoding, etag: _etag, 'content-type': type, ...kept } = headers;
  if (type !== undefined && body !== '') kept['content-type'] = type;
  if (status === 405) kept.allow = 'GET, HEAD';
  return { status, headers: { ...kept, 'content-length': String(body.length) }, body };
}

/**
 * Whether a 500 is the client's fault: a form that Next cannot parse, or a router state that it cannot read. Actions
 * never throw (lib/actions/form-action.ts), and rendering errors of client navigations arrive inside a 200.
 */
function hasFormOrRouterState({ method, headers }: IncomingMessage): boolean {
  const isForm =
    headers['next-action'] !== undefined || headers['content-type']?.startsWith('multipart/form-data');
  return (method === 'POST' && isForm === true) || headers[ROUTER_STATE] !== undefined;
}
