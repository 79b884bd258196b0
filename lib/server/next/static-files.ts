import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The paths at which Next serves the files of the build in `root`, as browsers send them: `/_next/static/chunks/1.js`.
 * Webpack names folders like the routes, so that a path has `%5BbotId%5D`.
 */
export function staticFiles(root: string): ReadonlySet<string> {
  const folder = join(root, '.next', 'static');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Set(names.map((name) => `/_next/static/${name.split(sep).map(encodeURIComponent).join('/')}`));
}
