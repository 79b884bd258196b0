import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** For HTML that did not pass proxy.ts, such as Next's built-in error page: it needs no scripts and no styles. */
const POLICY_WITHOUT_SOURCES =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const isBareHtml = (response: ServerResponse): boolean =>
  String(response.getHeader('Content-Type')).startsWith('text/html') &&
  !response.hasHeader('Content-Security-Policy');

/** Response header by which Next's client learns that the action of a form is not in this build. */
const ACTION_GONE = 'x-nextjs-action-not-found';
/** For forms that are sent without scripts; Next's own text is for developers. */
const UPDATED =
  'Botmeter was updated, and this form is of the earlier version. Nothing was sent. Go back, reload the page and send it again.';

/** Turns Next's 500 for malformed requests into 4xx, adds `Allow` to each 405, and says what an action's absence means. */
export function patchNextResponse(request: IncomingMessage, response: ServerResponse): void {
  const refusal = keepRefusalStatus(response);
  const isGone = sayUpdated(response);
  const isClientFault = hasFormOrRouterState(request);
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (refusal.isKept) {
      for (const name of ['Content-Encoding', 'Content-Type', 'ETag']) response.removeHeader(name);
      response.setHeader('Content-Length', 0);
    }
    if (isGone()) {
      for (const name of ['Content-Encoding', 'ETag']) response.removeHeader(name);
      response.setHeader('Content-Length', UPDATED.length);
    }
    if (isBareHtml(response)) response.setHeader('Content-Security-Policy', POLICY_WITHOUT_SOURCES);
    if (status === 405) response.setHeader('Allow', 'GET, HEAD');
    return writeHead(status === 500 && isClientFault ? 400 : status, ...rest);
  };
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

/** Next has no page for a refused file and fails to render one: the 4xx is sent without a body. */
function keepRefusalStatus(response: ServerResponse): { readonly isKept: boolean } {
  const kept = { isKept: false };
  let status = response.statusCode;
  Object.defineProperty(response, 'statusCode', {
    get: () => status,
    set: (next: number) => {
      if (next === 500 && REFUSALS.has(status)) kept.isKept = true;
      else status = next;
    },
  });
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => (kept.isKept ? end() : end(...given));
  return kept;
}

function sayUpdated(response: ServerResponse): () => boolean {
  const isGone = () => response.hasHeader(ACTION_GONE);
  const [write, end] = [response.write.bind(response), response.end.bind(response)] as ((
    ...given: unknown[]
  ) => never)[];
  Object.assign(response, {
    write: (...given: unknown[]) => isGone() || write?.(...given),
    end: (...given: unknown[]) => end?.(...(isGone() ? [UPDATED] : given)),
  });
  return isGone;
}
