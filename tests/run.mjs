import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm test`, `npm run test:fault` and `npm run test:changed`: each runs its suites in order, says which one runs, stops
 * at the first that fails, and prints at the end what each took.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const bin = (/** @type {string} */ name) => `node_modules/${name}`;
const vitest = (/** @type {readonly string[]} */ projects, /** @type {readonly string[]} */ more = []) => [
  bin('vitest/vitest.mjs'),
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  ...more,
];

/** @typedef {readonly [name: string, command: readonly string[]]} Suite */

/** @type {readonly Suite[]} */
const STATIC = [
  ['Lint', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['Types of routes', [bin('next/dist/bin/next'), 'typegen']],
  ['Types', [bin('typescript/bin/tsc'), '--noEmit']],
  [
    'Imports',
    [
      ...[
        bin('dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        'tests/unit/architecture/imports.mjs',
      ],
      ...['app', 'components', 'lib', 'proxy.ts', 'instrumentation.ts'],
    ],
  ],
  ['What nobody uses', [bin('knip/bin/knip.js'), '--no-progress']],
];
/** @type {Suite} */
const BUILD = ['Build', ['lib/build/ensure-built.mjs']];

/** @type {Readonly<Record<string, readonly Suite[]>>} */
const RUNS = {
  test: [
    ...STATIC,
    BUILD,
    ['Unit, and data on both databases', vitest(['inside'])],
    ['API and pages over HTTP, on both databases', vitest(['api', 'pages on PostgreSQL'])],
    ['Races, kills, stops and syncs', vitest(['durability'])],
    ['Browser', [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts']],
  ],
  // The build is made when it is not current (tests/support/process/built.setup.ts).
  fault: [['Fault suites in their short form', vitest(['fault', 'alone'])]],
  changed: [...STATIC, ['Unit tests that use what changed', vitest(['inside'], ['tests/unit', '--changed'])]],
};

const [run = '', ...filters] = process.argv.slice(2);
const suites = RUNS[run];
if (suites === undefined)
  throw new Error(`There is no run “${run}”; there are ${Object.keys(RUNS).join(', ')}.`);

const startedAt = performance.now();
/** @type {string[]} */
const took = [];
for (const [i, [name, [script = '', ...args]]] of suites.entries()) {
  process.stdout.write(`\n== ${i + 1} of ${suites.length}: ${name} (${since(startedAt)} so far)\n`);
  const suiteStartedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [script, ...args, ...(i === suites.length - 1 ? filters : [])],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    },
  );
  took.push(`${since(suiteStartedAt).padStart(13)}  ${name}\n`);
  if (status !== 0) {
    process.stderr.write(`\n${took.join('')}${name}: failed.\n`);
    process.exit(status ?? 1);
  }
}
process.stdout.write(
  `\n${took.join('')}${suites.length} of ${suites.length} suites passed in ${since(startedAt)}.\n`,
);

function since(/** @type {number} */ atMs) {
  const seconds = Math.round((performance.now() - atMs) / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
