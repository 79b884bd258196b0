import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Makes 400 of the 500 with which Next answers a form that it cannot take apart. No action throws (app/act.ts), so that
 * is what its 500 means where a form was sent.
 */
export function settleFormAnswer({ method }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'POST') return;
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 500 ? 400 : status, ...rest);
}
