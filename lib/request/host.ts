import type { IncomingMessage } from 'node:http';

/** How often a header field occurs. `name` in lower case. Runs for every request, so names of other lengths are skipped first. */
export function countFields(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const field = rawHeaders[i];
    if (field?.length === name.length && field.toLowerCase() === name) count++;
  }
  return count;
}

/** A host name or IP address with an optional port; DNS names have at most 255 characters. */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const isHost = (text: string): boolean => HOST.test(text);

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** A host without its default port, for comparison; `null` if invalid. */
const comparable = (host: string): string | null =>
  isHost(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : null;

/**
 * Whether a request names exactly one well-formed host, and the same one in a target in absolute form (RFC 9112,
 * section 3.2). HTTP/1.0 requires none.
 */
export function hasValidHost({ headers, rawHeaders, url = '/' }: IncomingMessage): boolean {
  if (headers.host === undefined) return !AUTHORITY.test(url);
  if (countFields(rawHeaders, 'host') > 1) return false;
  const host = comparable(headers.host);
  const authority = AUTHORITY.exec(url)?.[1];
  return host !== null && (authority === undefined || comparable(authority) === host);
}
