import type { ServerResponse } from 'node:http';
import { REFUSED } from '@/lib/contract/form-state';

const RETRY_AFTER_SECONDS = 5;
const NOT_STORED = 'Nothing that you sent was stored.';
const RETRY = `Try again in ${RETRY_AFTER_SECONDS} seconds.`;

/** Why a page is not there, and what became of what was sent. */
const REASONS = {
  busy: { title: 'The server is busy', text: `Many pages are being requested at the moment. ${NOT_STORED}` },
  starting: { title: 'The pages are being started', text: `Bots can report meanwhile. ${NOT_STORED}` },
  /** The pages process ended while it had the request. */
  lost: {
    title: 'This page could not be finished',
    text: 'What you sent may have been stored: look before you send it again.',
  },
} as const;

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Responds 503 in place of a page: HTML for browsers, JSON for programs. */
export function sendUnavailable(response: ServerResponse, reason: keyof typeof REASONS): void {
  const { title, text } = REASONS[reason];
  const { accept = '', 'next-action': action } = response.req.headers;
  const [type, body] = accept.includes('text/html')
    ? ['text/html; charset=utf-8', pageOf(title, text)]
    : action !== undefined
      ? // Next hands a text to the page's script only if the type is exactly this.
        ['text/plain', `${REFUSED}${title[0]?.toLowerCase()}${title.slice(1)}. ${text}`]
      : [
          'application/json; charset=utf-8',
          `${JSON.stringify({ success: false, message: `${title}. ${text} ${RETRY}` })}\n`,
        ];
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

const pageOf = (title: string, text: string) => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title} · Botmeter</title></head>
<body><main><h1>${title}</h1><p>${text} ${RETRY}</p></main></body>
</html>
`;
