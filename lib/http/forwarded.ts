import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { parseAddress } from './address';

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
 * count only from trusted proxies. Afterwards `x-forwarded-host`, `x-forwarded-proto` and CLIENT_ADDRESS_HEADER are
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
    const host = configured?.host ?? given('x-forwarded-host') ?? headers.host ?? 'localhost';
    const proto = configured?.protocol.slice(0, -1) ?? given('x-forwarded-proto') ?? 'http';
    for (const name of Object.keys(headers)) {
      if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name];
    }
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = proto === 'https' ? 'https' : 'http';
    headers['x-forwarded-for'] = client;
    headers[CLIENT_ADDRESS_HEADER] = client;
  };
}
