import { join } from 'node:path';
import { CLI_BUILD, ROOT } from './project.mjs';

/** Bundles the operator commands if they are stale, without the pages. Returns the bundle's path. */
export async function ensureCli() {
  if (!CLI_BUILD.isCurrent()) {
    const built = CLI_BUILD.fingerprint();
    // Imported only when needed: a container image has no compiler.
    const { bundle } = await import('./bundle.mjs');
    await bundle('lib/cli/main.ts', 'dist/cli.mjs');
    CLI_BUILD.write(built);
  }
  return join(ROOT, 'dist', 'cli.mjs');
}
