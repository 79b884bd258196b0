import { readdirSync } from 'node:fs';

/** The path at which each file of `public` is served. */
export const PUBLIC_FILES = readdirSync('public', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`.slice('public'.length));
