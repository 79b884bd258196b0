import type { RequestListener, ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import { acceptsCoding } from '@/lib/http/content-coding';
import { isPage } from './is-page';

/** A page, and what Next's scripts read instead of one. */
const COMPRESSED = /^text\/(?:html|x-component)\b/;

/**
 * Compresses pages as a whole, off the event loop. Next, which then does not see that the client accepts gzip, would have
 * each of a dozen pieces compressed and sent by itself, although the last one follows the first within milliseconds.
 */
export function compressPages(pages: RequestListener): RequestListener {
  return (request, response) => {
    if (
      request.method !== 'HEAD' &&
      isPage(request) &&
      acceptsCoding('gzip', request.headers['accept-encoding'])
    ) {
      delete request.headers['accept-encoding'];
      compress(response);
    }
    pages(request, response);
  };
}

type Method = (...given: unknown[]) => unknown;

function compress(response: ServerResponse): void {
  const pieces: Buffer[] = [];
  let hasEnded = false;
  const isHeldBack = () =>
    !hasEnded &&
    !response.headersSent &&
    !response.hasHeader('Content-Encoding') &&
    COMPRESSED.test(String(response.getHeader('Content-Type')));
  const replace = (name: 'writeHead' | 'flushHeaders' | 'write' | 'end', instead: Method): Method => {
    const own = response[name].bind(response) as Method;
    Object.assign(response, { [name]: (...given: unknown[]) => (isHeldBack() ? instead : own)(...given) });
    return own;
  };
  const collect = ([piece, encoding]: unknown[]) => {
    const ofText = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
    if (typeof piece === 'string') pieces.push(Buffer.from(piece, ofText));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };

  replace('flushHeaders', () => {});
  replace('writeHead', (status) => {
    response.statusCode = Number(status);
    return response;
  });
  replace('write', (...given) => {
    collect(given);
    return true;
  });
  const end = replace('end', (...given) => {
    collect(given);
    hasEnded = true;
    if (pieces.length === 0) return end();
    gzip(Buffer.concat(pieces), (error, body) => {
      if (error !== null) return response.destroy(error);
      response.setHeader('Content-Encoding', 'gzip');
      response.appendHeader('Vary', 'Accept-Encoding');
      response.setHeader('Content-Length', body.length);
      end(body);
    });
    return response;
  });
}
