import type { AddressInfo } from 'node:net';
import { reachableOrigin } from '@/lib/server/listening-origin';

/**
 * Tells Next the origin of this process. After some server actions Next sends a request to itself, with the browser's
 * cookies and form. Behind a custom server it would send it to whoever listens on port 3000.
 */
export function setNextOrigin(listening: AddressInfo): void {
  process.env.__NEXT_PRIVATE_ORIGIN = reachableOrigin(listening);
}
