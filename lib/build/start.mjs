import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isBuildCurrent } from './build.mjs';
import { ROOT } from './bundle.mjs';

/** `npm start`: builds when there is no current build, then runs the server in this process. */

process.chdir(ROOT);
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
try {
  if (!isBuildCurrent()) await build();
  const { serve } = await import(pathToFileURL(join(ROOT, 'dist', 'server.mjs')).href);
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
