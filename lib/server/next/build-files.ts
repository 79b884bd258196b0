import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

type Route = { readonly page?: string; readonly regex: string };
type RoutesManifest = {
  readonly staticRoutes: readonly Route[];
  readonly dynamicRoutes: readonly Route[];
  readonly rewrites: Readonly<Record<string, readonly Route[]>>;
};

/**
 * Returns a test for paths (compared undecoded) that match no page, rewrite or file of the build or of `public`. In development
 * there is no route list, so every path counts as known and goes to Next.
 */
export function unknownPaths(root = process.cwd()): (path: string) => boolean {
  const manifestFile = join(root, '.next', 'routes-manifest.json');
  if (process.env.NODE_ENV === 'development' || !existsSync(manifestFile)) return () => false;
  const manifest: RoutesManifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const routes = [
    ...manifest.staticRoutes,
    ...manifest.dynamicRoutes,
    ...Object.values(manifest.rewrites).flat(),
  ];
  // Leaves out Next's internal pages, such as `/_not-found`.
  const known = routes.filter(({ page }) => !page?.startsWith('/_')).map(({ regex }) => new RegExp(regex));
  const files = new Set([...staticFiles(root), ...pathsBelow(join(root, 'public'), '/')]);
  // The patterns allow a trailing slash, which would make `//` the landing page.
  return (path) => path.includes('//') || (!files.has(path) && !known.some((regex) => regex.test(path)));
}

/**
 * The paths at which Next serves the files of the build in `root`, as browsers send them: `/_next/static/chunks/1.js`.
 * Webpack names folders like the routes, so that a path has `%5BbotId%5D`.
 */
export const staticFiles = (root: string): ReadonlySet<string> =>
  new Set(pathsBelow(join(root, '.next', 'static'), '/_next/static/'));

/** The path of every file below a folder that is served at `prefix`. */
const pathsBelow = (folder: string, prefix: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((name) => prefix + name.split(sep).map(encodeURIComponent).join('/'));
