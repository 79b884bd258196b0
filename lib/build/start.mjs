import './supported-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { ROOT } from './project.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

/** `npm start`: builds if the build is stale, then runs the server in this process. */

process.chdir(ROOT);
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
stopWithNpm();
try {
  await ensureBuilt();
  const { loadEnvFiles } = await import('./env-files.mjs');
  loadEnvFiles();
  const { serve } = await import(pathToFileURL(join(ROOT, 'dist', 'server.mjs')).href);
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
