import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm test`: every check there is, in order; stops at the first that fails. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const bin = (/** @type {string} */ name) => `node_modules/${name}`;

/** @type {readonly (readonly [string, readonly string[]])[]} */
const STEPS = [
  ['Lint', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['Types of routes', [bin('next/dist/bin/next'), 'typegen']],
  ['Types', [bin('typescript/bin/tsc'), '--noEmit']],
  ['Build', ['lib/build/build.mjs']],
  ['Unit, data, API and fault suites', [bin('vitest/vitest.mjs'), 'run']],
  ['Browser suite', [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts']],
];

for (const [name, [script = '', ...args]] of STEPS) {
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) {
    process.stderr.write(`\n${name}: failed.\n`);
    process.exit(status ?? 1);
  }
}
