import { type AddressInfo, isIPv6 } from 'node:net';

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['::', '0.0.0.0']);
const LOOPBACK: ReadonlySet<string> = new Set(['::1', '127.0.0.1']);

/** The origin under which this process can send requests to itself. */
export const reachableOrigin = (listening: AddressInfo): string => originAt(listening, EVERY_ADDRESS);

/** The origin printed at start when APP_URL is unset: `localhost` if that leads here, else the address. */
export const printedOrigin = (listening: AddressInfo): string =>
  originAt(listening, new Set([...EVERY_ADDRESS, ...LOOPBACK]));

function originAt({ address, port }: AddressInfo, asLocalhost: ReadonlySet<string>): string {
  const host = isIPv6(address) ? `[${address}]` : address;
  return `http://${asLocalhost.has(address) ? 'localhost' : host}:${port}`;
}
