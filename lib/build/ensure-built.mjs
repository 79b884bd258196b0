import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outOfMemory } from './pages.mjs';
import { BUILD, ROOT } from './project.mjs';

/**
 * Builds if the build is stale, in a separate process: otherwise the compilers would stay in the memory of the server
 * that starts next.
 */
export async function ensureBuilt() {
  if (BUILD.isCurrent()) return;
  // Before a minute of building: the start after it could not open a database. The driver is found from the current folder.
  const { requireDriver } = await import('../data/sqlite/driver.mjs');
  requireDriver();
  const { status, signal } = spawnSync(process.execPath, [join(ROOT, 'lib/build/build.mjs')], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (signal === 'SIGKILL') throw new Error(`The build was killed: ${outOfMemory()}`);
  if (status !== 0)
    throw new Error(`The build failed (${signal ?? `status ${status}`}); the reason is above.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt();
