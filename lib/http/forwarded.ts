import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Carries the client's address to the pages, where there is no socket to ask. Never believed from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export type Forwarding = {
  /** Addresses or CIDRs whose `X-Forwarded-*` are believed. */
  readonly trustedProxies: readonly string[];
  /** The public address, where one is configured: then no header decides it. */
  readonly appUrl: string | undefined;
};

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/**
 * Settles, before anything else sees a request, where it came from and which address it was made to: forwarded fields
 * are kept from trusted proxies only, and `x-forwarded-host`, `x-forwarded-proto` and CLIENT_ADDRESS_HEADER are always
 * there afterwards.
 */
export function settleForwarded({ trustedProxies, appUrl }: Forwarding): (request: IncomingMessage) => void {
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

  return (request) => {
    const { headers } = request;
    const peer = plain(request.socket.remoteAddress ?? '');
    const isByProxy = isTrusted(peer);
    const given = (name: string) => (isByProxy ? headers[name]?.toString() : undefined);
    const hops =
      given('x-forwarded-for')
        ?.split(',')
        .map((hop) => plain(hop.trim())) ?? [];
    // From the right: the first hop that no trusted proxy vouches for is the client.
    const client = hops.findLast((hop) => !isTrusted(hop));
    const host = configured?.host ?? given('x-forwarded-host') ?? headers.host ?? 'localhost';
    const proto = configured?.protocol.slice(0, -1) ?? given('x-forwarded-proto') ?? 'http';
    for (const name of Object.keys(headers)) {
      if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name];
    }
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = proto === 'https' ? 'https' : 'http';
    headers['x-forwarded-for'] = client ?? peer;
    headers[CLIENT_ADDRESS_HEADER] = client ?? peer;
  };
}
