import { type AddressInfo, isIPv6 } from 'node:net';

/**
 * Tells Next where this process listens. It sends itself requests after some server actions, with the cookies and the
 * form of the browser; behind a server of our own it would take whoever listens on port 3000 for itself.
 */
export function tellNextAddress({ address, port }: AddressInfo): void {
  const isEveryAddress = address === '::' || address === '0.0.0.0';
  const host = isIPv6(address) ? `[${address}]` : address;
  process.env.__NEXT_PRIVATE_ORIGIN = `http://${isEveryAddress ? 'localhost' : host}:${port}`;
}
