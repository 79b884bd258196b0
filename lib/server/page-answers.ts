import type { IncomingMessage, ServerResponse } from 'node:http';
import { targetPath } from '@/lib/http/incoming';

/** Where in the site a browser is, as the scripts of Next's pages tell the server. */
const ROUTER_STATE = 'next-router-state-tree';

/** How Next refuses a file: another method, a precondition that does not hold, a range past its end, an odd path. */
const REFUSALS: ReadonlySet<number> = new Set([400, 405, 412, 416]);

/** Makes refusals of the 500 with which Next answers some requests, and says in each 405 which methods there are. */
export function settlePageAnswer(request: IncomingMessage, response: ServerResponse): void {
  const refusal = keepRefusal(response);
  const isTakenApart = isFormOrState(request);
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (refusal.isKept) {
      for (const name of ['Content-Type', 'ETag']) response.removeHeader(name);
      response.setHeader('Content-Length', 0);
    }
    if (status === 405) response.setHeader('Allow', methodsOf(request));
    return writeHead(status === 500 && isTakenApart ? 400 : status, ...rest);
  };
}

/**
 * A form that Next cannot take apart and a router state that it cannot read are the client's fault. No action throws
 * (app/act.ts), and what fails while a page is drawn for a script is told inside a 200.
 */
function isFormOrState({ method, headers }: IncomingMessage): boolean {
  const isForm =
    headers['next-action'] !== undefined || headers['content-type']?.startsWith('multipart/form-data');
  return (method === 'POST' && isForm === true) || headers[ROUTER_STATE] !== undefined;
}

/** Next has no page that tells of a refused file, and fails on drawing it: the refusal stands, without a body. */
function keepRefusal(response: ServerResponse): { readonly isKept: boolean } {
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

/** Only the sign-in library's endpoints take more than reads; pages answer no 405. */
function methodsOf({ url = '/' }: IncomingMessage): string {
  return targetPath(url).startsWith('/api/auth/') ? 'GET, HEAD, POST' : 'GET, HEAD';
}
