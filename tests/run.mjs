import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { hasCitus } from './support/citus.mjs';

/**
 * `npm test`, `npm run test:all` and `npm run test:changed`; `rest` is what the second has and the first has not. Each runs
 * its stages in order and the lanes of a stage at the same time, so that no core waits for a program that uses one. After a
 * suite that failed it begins no other one, and prints what each suite took, time and seconds of a processor, and the files
 * with tests that failed.
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
/** The compiler in Go takes a third of the time of the one that Next.js uses. @type {Suite} */
const TYPES = ['Types', [bin('typescript-7/bin/tsc'), '--noEmit', '--incremental', 'false']];
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

const PLAYWRIGHT = [bin('@playwright/test/cli.js'), 'test', '-c', 'tests/e2e/playwright.config.ts'];

/** @type {readonly Stage[]} */
const QUICK = [
  // A build replaces the types of routes by its own: after it, they are made for a build that was current.
  [[BUILD], [LINT, IMPORTS, UNUSED]],
  [[ROUTE_TYPES, TYPES], [['Unit', vitest(['unit'])]]],
  [[['Data on both databases, simulation', vitest(['data', 'simulation'])]]],
  // API and browser suites at the same time took longer than one after the other: both load both cores.
  [[['Contract on both databases, access', vitest(['api'])]]],
  [[['Races, kills and stops', vitest(['durability'])]]],
  [[['A journey in the browser', [...PLAYWRIGHT, '--grep', '@journey']]]],
];
/** What `npm run test:all` adds. @type {readonly Stage[]} */
const REST = [
  // The build is made when it is not current.
  [[['The long part of unit, data and HTTP', vitest(['long'])]]],
  [[['Fault suites in their short form', vitest(['fault', 'outages', 'alone'])]]],
  [[['All else in the browser', [...PLAYWRIGHT, '--grep-invert', '@journey']]]],
  // Each of these leaves a core idle most of the time: one waits for a server, the other for downloads and its own starts.
  [
    ...(hasCitus ? [/** @type {Lane} */ ([['Data on a cluster', vitest(['spread'])]])] : []),
    [['The first start on a machine without a compiler', ['tests/machines/run.mjs', '--short']]],
  ],
];

/** @type {Readonly<Record<string, readonly Stage[]>>} */
const RUNS = {
  test: QUICK,
  all: [...QUICK, ...REST],
  rest: REST,
  changed: [
    [
      [LINT, ROUTE_TYPES, TYPES],
      [IMPORTS, UNUSED],
      // The last suite gets the arguments of the command.
      [['Unit tests that use what changed', vitest(['unit'], ['--changed'])]],
    ],
  ],
};

const [run = '', ...filters] = process.argv.slice(2);
const stages = RUNS[run];
if (stages === undefined)
  throw new Error(`There is no run “${run}”; there are ${Object.keys(RUNS).join(', ')}.`);

/** What Vitest (` FAIL  |unit| tests/x.test.ts > …`) and Playwright (`  1) tests/x.spec.ts:3:1 › …`) print of a test that failed. */
const FAILED_FILE = /^\s*(?:FAIL\s.*?|\d+\) )(tests\/[\w./-]+\.(?:test|spec)\.ts)/gm;

/** Runs a command and tells the processor's seconds of all its processes; Node knows those of this process alone. */
const MEASURED = '"$@" 3>&-; status=$?; times >&3; exit $status';

const suites = stages.flat(2);
const startedAt = performance.now();
/** @type {string[]} */
const failed = [];
/** @type {Set<string>} */
const failedFiles = new Set();
/** @type {string[]} */
const took = [];
let totalCpu = 0;
for (const stage of stages) {
  await Promise.all(stage.map((lane) => runLane(lane, lane === stage.at(-1))));
  if (failed.length > 0) {
    const files = [...failedFiles].map((file) => `  ${file}\n`).join('');
    process.stderr.write(`\n${took.join('')}${failed.join(', ')}: failed.\n${files}`);
    process.exit(1);
  }
}
process.stdout.write(
  `\n${took.join('')}${suites.length} of ${suites.length} suites passed in ${since(startedAt)}, ${cpuText(totalCpu).trim()}.\n`,
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
    const child = spawn('/bin/sh', ['-c', MEASURED, 'sh', process.execPath, script, ...args, ...more], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      },
    });
    let output = '';
    let times = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        if (isSeen) process.stdout.write(chunk);
      });
    child.stdio[3]?.on('data', (chunk) => (times += chunk));
    const [status] = await once(child, 'close');
    const cpuSeconds = secondsOf(times);
    totalCpu += cpuSeconds;
    took.push(`${since(suiteStartedAt).padStart(13)}  ${cpuText(cpuSeconds)}  ${name}\n`);
    if (!isSeen) process.stdout.write(`${head} took ${since(suiteStartedAt)}\n${output}`);
    if (status === 0) continue;
    failed.push(name);
    for (const [, file = ''] of stripVTControlCharacters(output).matchAll(FAILED_FILE)) failedFiles.add(file);
  }
}

/** Of what `times` prints: a line of the shell itself, and one of its children, as `1m2.34s 0m5.67s`, user and system. */
function secondsOf(/** @type {string} */ times) {
  const [, children = ''] = times.split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function cpuText(/** @type {number} */ seconds) {
  return `${seconds.toFixed(0).padStart(5)} CPU s`;
}

function since(/** @type {number} */ atMs) {
  const seconds = Math.round((performance.now() - atMs) / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
