import { createRequire } from 'node:module';
import { ROOT } from './project.mjs';

/** `npm run dev`: Next's development server without telemetry, for this machine alone unless HOST says otherwise. */

process.chdir(ROOT);
process.env.NEXT_TELEMETRY_DISABLED = '1';
process.env.HOST ||= '127.0.0.1';
process.argv.splice(2, 0, 'dev', '-H', process.env.HOST);
createRequire(import.meta.url)('next/dist/bin/next');
