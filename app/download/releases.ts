import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wheel } from '@/lib/view/quick-start';

/** Where the build puts the released files of the client libraries. */
export const releasePath = (name: string): string => join(process.cwd(), 'dist', 'client', name);

/** The last archive of the JavaScript client with an address of its own; later ones are packages (contract section 5). */
export const LAST_CLIENT = 'client-1.5.0.tgz';

/** The list that lib/build/releases.mjs writes. */
export type Releases = {
  /** The current Python client, and the SHA-256 of its file in hexadecimal. */
  readonly wheel: Wheel;
  /** Every released file with its hash as npm writes it: `sha512-…`. */
  readonly integrity: Readonly<Record<string, string>>;
};

/** `null` in development, where there may be no build. */
export async function releases(): Promise<Releases | null> {
  try {
    return JSON.parse(await readFile(releasePath('list.json'), 'utf8'));
  } catch {
    return null;
  }
}
