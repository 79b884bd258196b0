import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where in the site a browser is, as the scripts of Next's pages tell the server. */
const ROUTER_STATE = 'next-router-state-tree';

/**
 * Makes 400 of the 500 with which Next answers a form that it cannot take apart, or a router state that it cannot read.
 * No action throws (app/act.ts), and what fails while a page is drawn for a script is told inside a 200.
 */
export function settlePageAnswer({ method, headers }: IncomingMessage, response: ServerResponse): void {
  const isForm =
    headers['next-action'] !== undefined || headers['content-type']?.startsWith('multipart/form-data');
  if (!(method === 'POST' && isForm) && headers[ROUTER_STATE] === undefined) return;
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 500 ? 400 : status, ...rest);
}
