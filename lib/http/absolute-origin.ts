import { isIP } from 'node:net';
import { ownOrigin } from './same-origin';

/**
 * An origin of the service that may be sent to other sites: the configured one, else the request's if it is a loopback
 * name or IP address. `null` for any other name, because the client chooses it.
 */
export function absoluteOrigin(
  headers: { get(name: string): string | null },
  appUrl: string | undefined,
): string | null {
  const requested = ownOrigin(headers);
  if (appUrl !== undefined) return appUrl;
  if (!URL.canParse(requested)) return null;
  const { hostname, origin } = new URL(requested);
  const isKnown = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isKnown ? origin : null;
}
