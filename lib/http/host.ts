import type { IncomingMessage } from 'node:http';
import { countFields } from './raw-headers';

/** A host name or IP address with an optional port; DNS names have at most 255 characters. */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const isHost = (text: string): boolean => HOST.test(text);

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Clients use few host names, and parsing one takes as long as a database read. Holds valid ones only. */
const parsed = new Map<string, string>();
const PARSED_MAX = 64;

/** A host without its default port, for comparison; `null` if invalid. */
function comparable(host: string): string | null {
  const known = parsed.get(host);
  if (known !== undefined) return known;
  if (!isHost(host) || !URL.canParse(`http://${host}`)) return null;
  const result = new URL(`http://${host}`).host;
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(host, result);
  return result;
}

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
