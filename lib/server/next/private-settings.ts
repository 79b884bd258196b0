import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { reachableOrigin } from '@/lib/server/listening-origin';

/**
 * Gives Next the configuration that the build resolved, as its standalone server does. Otherwise it would read
 * next.config.ts again and load a compiler of about 100 MB.
 */
export function setBuiltConfig(): void {
  const file = join(process.cwd(), '.next', 'required-server-files.json');
  const { config } = JSON.parse(readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/**
 * Tells Next the origin of this process. After some server actions Next sends a request to itself, with the browser's
 * cookies and form. Behind a custom server it would send it to whoever listens on port 3000.
 */
export function setNextOrigin(listening: AddressInfo): void {
  process.env.__NEXT_PRIVATE_ORIGIN = reachableOrigin(listening);
}
