import './supported-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ROOT } from './project.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

/** `npm run demo`: builds if the build is stale, then runs the demo in this process. */

process.chdir(ROOT);
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
// The demo must never touch a real database, whatever the environment says.
delete process.env.DATABASE_URL;
stopWithNpm();
try {
  await ensureBuilt();
  await bundle('lib/demo/main.ts', 'dist/demo.mjs');
  const { demo } = await import(pathToFileURL(join(ROOT, 'dist', 'demo.mjs')).href);
  await demo();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
