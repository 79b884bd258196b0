import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { REFUSED } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { isHost } from './host';

type Fields = { get(name: string): string | null };

/**
 * Request header that says where the requested origin is known from. Always overwritten, so a client cannot set it:
 * `APP_URL`, `proxy` (a trusted one), `ignored` (of fields of a proxy that is not trusted), `host` (of the request).
 */
export const ORIGIN_SOURCE_HEADER = 'x-forwarded-source';

/**
 * Whether a state-changing request with a cookie comes from a page of this site. Browsers always send `Origin` with
 * it, so a missing or `null` one is refused. Reads the fields that resolveForwarded sets.
 */
export function isSameOrigin(headers: Fields): boolean {
  const origin = headers.get('origin');
  return origin !== null && origin === ownOrigin(headers);
}

/** The requested origin, such as `https://bots.example.org`. For comparison only: the client can choose it. */
export function ownOrigin(headers: Fields): string {
  return `${headers.get('x-forwarded-proto') ?? 'http'}://${headers.get('x-forwarded-host') ?? 'localhost'}`;
}

/** Why a request is not from this site: `text` for the person, the rest for the log. Holds no path and no query. */
type OriginRefusal = {
  readonly text: string;
  readonly browser: string | null;
  readonly service: string;
  /** What an operator can set if the browser is right. */
  readonly setting: 'APP_URL' | 'APP_URL or TRUSTED_PROXIES' | null;
};

/** `null` for a request of this site. Says which two addresses differ, and which setting to change. */
export function originRefusal(headers: Fields): OriginRefusal | null {
  if (isSameOrigin(headers)) return null;
  const service = ownOrigin(headers);
  const [, scheme, host] = /^(https?):\/\/(.*)$/.exec(headers.get('origin') ?? '') ?? [];
  if (host === undefined || !isHost(host)) {
    const text = `${REFUSED}the browser did not say which page sent this (no valid Origin header). Reload the page and try again; extensions and proxies in between must leave this header alone. Nothing was changed.`;
    return { text, browser: null, service, setting: null };
  }
  const browser = `${scheme}://${host}`;
  const source = headers.get(ORIGIN_SOURCE_HEADER) ?? 'host';
  const text = `${REFUSED}the page in the browser is at ${browser}, but this service is at ${service}${WHY[source] ?? ''}. If ${browser} is an address of this service, its operator ${adviceOf(source, browser)}. Nothing was changed.`;
  const setting = source === 'ignored' || source === 'host' ? 'APP_URL or TRUSTED_PROXIES' : 'APP_URL';
  return { text, browser, service, setting };
}

const WHY: Readonly<Record<string, string>> = {
  APP_URL: ' (the setting APP_URL)',
  proxy: ' (says the proxy in front of it)',
  ignored: ' (X-Forwarded-Proto and X-Forwarded-Host were sent by a proxy that is not in TRUSTED_PROXIES)',
};

function adviceOf(source: string, browser: string): string {
  if (source === 'APP_URL') return `sets APP_URL=${browser}; else open the service at its own address`;
  if (source === 'proxy') {
    return `sets APP_URL=${browser}, or makes the proxy send X-Forwarded-Proto and X-Forwarded-Host as the browser sees them`;
  }
  return `sets APP_URL=${browser}, or TRUSTED_PROXIES to the address of the proxy that sends X-Forwarded-Proto and X-Forwarded-Host`;
}

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

/** The route file that serves what mail programs post to the page (RFC 8058), without cookies or `Origin`. */
export const ONE_CLICK_PATH = `${paths.unsubscribe}/one-click`;

/** Leads a post of another site to the page to that route: Next has either a page or a route file for one path. */
export function leadToOneClick(request: IncomingMessage): void {
  const { method, url = '/', headers } = request;
  const [path, query] = url.split(/\?(.*)/s, 2);
  if (method !== 'POST' || path !== paths.unsubscribe) return;
  if (isSameOrigin({ get: (name) => headers[name]?.toString() ?? null })) return;
  request.url = query === undefined ? ONE_CLICK_PATH : `${ONE_CLICK_PATH}?${query}`;
}
