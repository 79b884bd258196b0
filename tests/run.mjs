import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hasCitus } from './support/citus.mjs';

/**
 * `npm test`, `npm run test:fault` and `npm run test:changed`: each runs its stages in order and the lanes of a stage at
 * the same time, so that no core waits for a program that uses one. After a suite that failed it begins no other one (those
 * that run end by themselves: killed, vitest would leave database servers behind), and prints what each suite took.
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
/** @typedef {readonly Suite[]} Lane Suites that run one after the other. */
/** @typedef {readonly Lane[]} Stage */

/** @type {Suite} */
const LINT = ['Lint', [bin('@biomejs/biome/bin/biome'), 'check', '.']];
/** @type {Suite} */
const TYPES = ['Types', [bin('typescript/bin/tsc'), '--noEmit']];
/** @type {Suite} */
const IMPORTS = [
  'Imports',
  [
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    'tests/unit/architecture/imports.mjs',
    'app',
    'components',
    'lib',
    'proxy.ts',
    'instrumentation.ts',
  ],
];
/** @type {Suite} */
const UNUSED = ['What nobody uses', [bin('knip/bin/knip.js'), '--no-progress']];
/** @type {Suite} */
const ROUTE_TYPES = ['Types of routes', [bin('next/dist/bin/next'), 'typegen']];
/** @type {Suite} */
const BUILD = ['Build', ['lib/build/ensure-built.mjs']];

/** @type {Readonly<Record<string, readonly Stage[]>>} */
const RUNS = {
  test: [
    // A build replaces the types of routes by its own: after it, they are made for a build that was current.
    [[BUILD], [LINT, IMPORTS, UNUSED]],
    [
      [ROUTE_TYPES, TYPES],
      [['Unit, and data on all databases', vitest(hasCitus ? ['inside', 'spread'] : ['inside'])]],
    ],
    // API and browser suites at the same time took longer than one after the other: both load both cores.
    [[['API and pages over HTTP, on both databases', vitest(['api', 'pages on PostgreSQL'])]]],
    [[['Races, kills, stops and syncs', vitest(['durability'])]]],
    [[['Browser', [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts']]]],
  ],
  // The build is made when it is not current (tests/support/process/built.setup.ts).
  fault: [[[['Fault suites in their short form', vitest(['fault', 'alone'])]]]],
  changed: [
    [
      [LINT, ROUTE_TYPES, TYPES],
      [IMPORTS, UNUSED],
      // The last suite gets the arguments of the command.
      [['Unit tests that use what changed', vitest(['inside'], ['tests/unit', '--changed'])]],
    ],
  ],
};

const [run = '', ...filters] = process.argv.slice(2);
const stages = RUNS[run];
if (stages === undefined)
  throw new Error(`There is no run “${run}”; there are ${Object.keys(RUNS).join(', ')}.`);

const suites = stages.flat(2);
const startedAt = performance.now();
/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const took = [];
for (const stage of stages) {
  await Promise.all(stage.map((lane) => runLane(lane, lane === stage.at(-1))));
  if (failed.length > 0) {
    process.stderr.write(`\n${took.join('')}${failed.join(', ')}: failed.\n`);
    process.exit(1);
  }
}
process.stdout.write(
  `\n${took.join('')}${suites.length} of ${suites.length} suites passed in ${since(startedAt)}.\n`,
);

/** Runs the suites of a lane. Only those of a stage's last lane are seen running; the others print when they have ended. */
async function runLane(/** @type {Lane} */ lane, /** @type {boolean} */ isSeen) {
  for (const suite of lane) {
    if (failed.length > 0) return;
    const [name, [script = '', ...args]] = suite;
    const suiteStartedAt = performance.now();
    const head = `\n== ${suites.indexOf(suite) + 1} of ${suites.length}: ${name}`;
    process.stdout.write(`${head} begins (${since(startedAt)} so far)\n`);
    const more = suite === suites.at(-1) ? filters : [];
    const child = spawn(process.execPath, [script, ...args, ...more], {
      cwd: ROOT,
      stdio: isSeen ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const [status] = await once(child, 'close');
    took.push(`${since(suiteStartedAt).padStart(13)}  ${name}\n`);
    if (!isSeen) process.stdout.write(`${head} took ${since(suiteStartedAt)}\n${output}`);
    if (status !== 0) failed.push(name);
  }
}

function since(/** @type {number} */ atMs) {
  const seconds = Math.round((performance.now() - atMs) / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
