import type { IncomingMessage, ServerResponse } from 'node:http';
import { targetPath } from '@/lib/http/incoming';

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

/** Turns Next's 500 for malformed requests into 4xx, and adds `Allow` to each 405. */
export function patchNextResponse(request: IncomingMessage, response: ServerResponse): void {
  const refusal = keepRefusalStatus(response);
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
    if (isBareHtml(response)) response.setHeader('Content-Security-Policy', POLICY_WITHOUT_SOURCES);
    if (status === 405) response.setHeader('Allow', methodsOf(request));
    return writeHead(status === 500 && isClientFault ? 400 : status, ...rest);
  };
}

/**
 * Whether a 500 is the client's fault: a form that Next cannot parse, or a router state that it cannot read. Actions
 * never throw (app/actions/act.ts), and rendering errors of client navigations arrive inside a 200.
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

/** Pages never respond 405. Of the rest, only the sign-in library's endpoints accept POST. */
function methodsOf({ url = '/' }: IncomingMessage): string {
  return targetPath(url).startsWith('/api/auth/') ? 'GET, HEAD, POST' : 'GET, HEAD';
}
