import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast: everything else in IPv6 is special, unassigned, or IPv4 in disguise. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's metadata and DNS service, the only one of its kind that has an address in a public range. */
const AZURE = '168.63.129.16';

/** Whether an IP address is on the public internet. One with a zone, or that is none at all, is not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : parsed.toString() !== AZURE;
}
