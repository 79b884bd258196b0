import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isBuildCurrent } from './build.mjs';
import { bundle, ROOT } from './bundle.mjs';

/** `npm run demo`: builds when there is no current build, then runs the demo in this process. */

process.chdir(ROOT);
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
// The demo never comes near a real database, whatever the environment says.
delete process.env.DATABASE_URL;
try {
  if (!isBuildCurrent()) await build();
  await bundle('lib/server/demo/main.ts', 'dist/demo.mjs');
  const { demo } = await import(pathToFileURL(join(ROOT, 'dist', 'demo.mjs')).href);
  await demo();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
