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

/** Names the setting where a server cannot listen; some shells set HOST to the name of a platform. */
export function listenError(error: NodeJS.ErrnoException, host: string | undefined): Error {
  if (host === undefined || !/^(ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|EINVAL)$/.test(error.code ?? ''))
    return error;
  const message = `HOST is "${host}", where this machine cannot listen (${error.code}): set it to one of its addresses, such as 127.0.0.1, or to nothing for all of them.`;
  return new Error(message, { cause: error });
}
