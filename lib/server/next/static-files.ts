import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths at which Next serves the files of the build in `root`: `/_next/static/chunks/1.js`. */
export function staticFiles(root: string): ReadonlySet<string> {
  const folder = join(root, '.next', 'static');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Set(names.map((name) => `/_next/static/${name.replaceAll('\\', '/')}`));
}
