import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the build puts the archives of the client libraries. */
export const archivePath = (name: string): string => join(process.cwd(), 'dist', 'client', name);

/** The Python client of this build, and the SHA-256 of its file in hexadecimal. */
export type Wheel = { readonly name: string; readonly sha256: string };

/** `null` in development, where there may be no build. */
export async function builtWheel(): Promise<Wheel | null> {
  try {
    return JSON.parse(await readFile(archivePath('wheel.json'), 'utf8'));
  } catch {
    return null;
  }
}
