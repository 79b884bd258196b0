import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AddressVerdict } from '@/lib/ports/senders';

/** Where a URL leads. */
export type Target = {
  readonly isTls: boolean;
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
};

export const targetOf = ({ protocol, hostname, port }: URL): Target => ({
  isTls: protocol === 'https:',
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? DEFAULT_PORTS[protocol === 'https:' ? 'https' : 'http'] : Number(port),
});
const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/** Decides which IP addresses may be connected to (contract section 9). */
export type Guard = {
  /** Why the IP address may not be connected to for a target, in one sentence; `null` if it may. */
  readonly refusal: (target: Target, address: string) => string | null;
  /** The same before the host's name is resolved: `null` also if that depends on its addresses. */
  readonly earlyRefusal: (target: Target) => string | null;
  /** Whether WEBHOOK_ALLOW contains the host, as it is in the URL, with its port. */
  readonly isNamed: (target: Target) => boolean;
};

const PRIVATE =
  'The host has a private or reserved address, which the operator has not allowed (WEBHOOK_ALLOW).';
const NO_TLS = 'The address must begin with https: unless the operator has allowed it (WEBHOOK_ALLOW).';

/** `allow` are valid CIDRs, IP addresses and `host:port` pairs. */
export function createGuard(allow: readonly string[]): Guard {
  const entries = allow.map(parseEntry);
  const allows = (target: Target, address: string) => entries.some((entry) => entry.allows(target, address));
  const refusal = (target: Target, address: string) => {
    if (allows(target, address)) return null;
    if (!isPublicAddress(address)) return PRIVATE;
    return target.isTls ? null : NO_TLS;
  };
  // Whatever a name resolves to, only a network or its own entry can allow it without TLS.
  const mayHaveNoTls = (target: Target) => entries.some(({ isNetwork }) => isNetwork) || isNamed(target);
  const isNamed = (target: Target) => allows(target, target.host);
  return {
    refusal,
    earlyRefusal(target) {
      if (isIP(target.host) !== 0) return refusal(target, target.host);
      return target.isTls || mayHaveNoTls(target) ? null : NO_TLS;
    },
    isNamed,
  };
}

/** What a guard can tell of an address, as parseWebhookAddress returns it. */
export function judge(guard: Guard, address: string): AddressVerdict {
  const target = targetOf(new URL(address));
  return { refusal: guard.earlyRefusal(target), isNamed: guard.isNamed(target) };
}

type Entry = {
  readonly isNetwork: boolean;
  readonly allows: (target: Target, address: string) => boolean;
};

/** An entry with an IP address is about the address that is connected to, whatever the host's name. */
function parseEntry(text: string): Entry {
  if (isIP(text) !== 0 || text.includes('/')) {
    const network = ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`);
    return { isNetwork: true, allows: (_, address) => isWithin(address, network) };
  }
  const { host, port } = targetOf(new URL(`http://${text}`));
  return {
    isNetwork: false,
    allows: (target, address) => target.port === port && (isIP(host) === 0 ? target.host : address) === host,
  };
}

/** IPv4 and IPv6 are never mixed: an address that is mapped into the other family has to be named as it is. */
function isWithin(address: string, [base, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === base.kind() && parsed.match(base, bits);
}

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
