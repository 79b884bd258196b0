import type { ServerResponse } from 'node:http';
import { REFUSED } from '@/lib/contract/form-state';

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = `The server is busy. Try again in ${RETRY_AFTER_SECONDS} seconds.`;
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Busy · Botmeter</title></head>
<body><main><h1>The server is busy</h1><p>Many pages are being requested at the moment. Nothing that you sent was stored.
Load this page again in ${RETRY_AFTER_SECONDS} seconds.</p></main></body>
</html>
`;
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Responds 503 because the render queue is full: HTML for browsers, JSON for programs. */
export function sendBusy(response: ServerResponse): void {
  const { accept = '', 'next-action': action } = response.req.headers;
  const isForPeople = accept.includes('text/html');
  const [type, body] = isForPeople
    ? ['text/html; charset=utf-8', PAGE]
    : action !== undefined
      ? // Next hands a text to the page's script only if the type is exactly this.
        ['text/plain', `${REFUSED}the server is busy. Send it again in ${RETRY_AFTER_SECONDS} seconds.`]
      : ['application/json; charset=utf-8', `${JSON.stringify({ success: false, message: MESSAGE })}\n`];
  response.writeHead(503, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_SECONDS,
    // The rest of a refused body is not read.
    ...(!response.req.complete && { Connection: 'close' }),
  });
  response.end(body);
}
