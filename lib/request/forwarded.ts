import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isHost } from './host';
import { ORIGIN_SOURCE_HEADER } from './same-origin';

/**
 * Normalizes an IP address from a socket or a proxy: without brackets, port and zone; IPv4 if IPv4-mapped. `null` if
 * it is not an address.
 */
function parseAddress(text: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^[\]]*))$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? plain ?? '').replace(/^([\d.]+):\d{1,5}$/, '$1').replace(/%[\w.-]+$/, '');
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

const IPV6_NETWORK_BITS = 64;

/**
 * The network under which requests are counted: an IPv4 address, or the /64 of an IPv6 address, which one customer
 * has.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`)}/${IPV6_NETWORK_BITS}`;
}

/**
 * Request header with the client's address for pages, which cannot see the socket. Always overwritten, so a client
 * cannot set it.
 */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export type Forwarding = {
  /** Proxies (addresses or CIDRs) whose `X-Forwarded-*` fields are trusted. */
  readonly trustedProxies: readonly string[];
  /** The configured public origin; overrides every header. */
  readonly appUrl: string | undefined;
};

/**
 * Resolves the client's address and the requested origin before anything else reads the request. Forwarded fields
 * count only from trusted proxies; of a list, which proxies in a row make, its first entry. Afterwards `x-forwarded-host`, `x-forwarded-proto` and CLIENT_ADDRESS_HEADER are
 * always set.
 */
export function resolveForwarded({ trustedProxies, appUrl }: Forwarding): (request: IncomingMessage) => void {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const configured = appUrl === undefined ? null : new URL(appUrl);
  /**
   * The nearest hop that is not a trusted proxy. An invalid value ends the chain: earlier entries cannot be trusted,
   * so the proxy that wrote it counts as the client.
   */
  const clientOf = (peer: string, forwardedFor: string): string => {
    let client = peer;
    for (const hop of forwardedFor.split(',').reverse()) {
      const address = isTrusted(client) ? parseAddress(hop) : null;
      if (address === null) break;
      client = address;
    }
    return client;
  };

  return (request) => {
    const { headers } = request;
    const peer = parseAddress(request.socket.remoteAddress ?? '') ?? '';
    const isByProxy = isTrusted(peer);
    const given = (name: string) => (isByProxy ? headers[name]?.toString() : undefined);
    const client = clientOf(peer, given('x-forwarded-for') ?? '');
    const proto = configured?.protocol.slice(0, -1) ?? first(given('x-forwarded-proto')) ?? 'http';
    const asked = first(given('x-forwarded-host'));
    const host = configured?.host ?? (asked !== undefined && isHost(asked) ? asked : headers.host);
    const isForwarded =
      headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined;
    const source = isForwarded ? (isByProxy ? 'proxy' : 'ignored') : 'host';
    for (const name of Object.keys(headers)) {
      if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name];
    }
    headers['x-forwarded-proto'] = proto === 'https' ? 'https' : 'http';
    headers['x-forwarded-host'] = asInOrigins(headers['x-forwarded-proto'], host ?? 'localhost');
    headers[ORIGIN_SOURCE_HEADER] = configured === null ? source : 'APP_URL';
    headers['x-forwarded-for'] = client;
    headers[CLIENT_ADDRESS_HEADER] = client;
  };
}

/** The first entry of a list, in lower case: schemes and hosts have no case. */
const first = (list: string | undefined): string | undefined => list?.split(',', 1)[0]?.trim().toLowerCase();

/** A host as browsers write it in `Origin`: in lower case, without the default port. */
function asInOrigins(proto: string, host: string): string {
  const origin = `${proto}://${host}`;
  return URL.canParse(origin) ? new URL(origin).host : host;
}
