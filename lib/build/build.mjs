import './supported-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { compressFiles } from './compress-files.mjs';
import { ensureCli } from './ensure-cli.mjs';
import { buildPages } from './pages.mjs';
import { BUILD, ROOT } from './project.mjs';
import { copyReleases } from './releases.mjs';

/** Builds pages, server, commands, and copies the client libraries; records the fingerprint of their sources. */
export async function build() {
  const built = BUILD.fingerprint();
  buildPages();
  await compressFiles(join(ROOT, '.next', 'static'));
  await buildServer(built);
}

/** Builds everything but the pages; `built` is the fingerprint of all sources. */
export async function buildServer(built = BUILD.fingerprint()) {
  await bundle('lib/server/main.ts', 'dist/server.mjs');
  await bundle('lib/server/next/pages-program.ts', 'dist/pages.mjs');
  await bundle('lib/delivery/webhook-thread-program.ts', 'dist/webhook-thread.mjs');
  await bundle('lib/pictures/png-thread-program.ts', 'dist/png-thread.mjs');
  await ensureCli();
  copyReleases(join(ROOT, 'dist', 'client'));
  BUILD.write(built);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await build();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
