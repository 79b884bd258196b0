import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Normalizes an IP address from a socket or a proxy: without brackets, port and zone; IPv4 if IPv4-mapped. `null` if
 * it is not an address.
 */
export function parseAddress(text: string): string | null {
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
