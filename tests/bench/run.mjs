import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Driver } from './load/driver.mjs';
import { writeResults } from './results/page.mjs';
import { BENCH, ROOT } from './servers/process.mjs';

/**
 * `npm run bench [-- PART…] [--quick]` measures and writes RESULTS.md; parts that were not run keep their text. `--quick`
 * runs the smallest forms of the parts, to see that they start, and prints only.
 *
 * @typedef {object} Run The arguments of a part.
 * @property {string} folder A temporary folder for this run.
 * @property {Driver} driver
 * @property {number} rounds
 * @property {number} scale Scales the number of calls and the size of databases; at most 1.
 */

/** In the order of RESULTS.md. The last compares with the build in the folder OTHER_BUILD, and runs only if there is one. */
const PARTS = [
  'calls',
  'latency',
  'beside',
  'backups',
  'pages',
  ...(process.env.OTHER_BUILD === undefined ? [] : ['builds']),
];
const ROUNDS = 8;

const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const chosen = args.filter((arg) => arg !== '--quick');
const unknown = chosen.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}.\n`);
  process.exit(2);
}

await prepare('The product', ROOT, process.execPath, 'lib/build/ensure-built.mjs');
const NPM_CI = ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'];
await Promise.all([
  prepare('The packages of the comparison', BENCH, ...NPM_CI),
  prepare('Lighthouse', join(BENCH, 'lighthouse'), ...NPM_CI),
]);

const parts = chosen.length === 0 ? PARTS : PARTS.filter((name) => chosen.includes(name));
/** @type {Map<string, string>} */
const measured = new Map();
for (const part of parts) await run(part);
if (!isQuick) writeResults(measured);

async function run(/** @type {string} */ part) {
  const startedAt = performance.now();
  process.stdout.write(`\n== ${part}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-bench-'));
  const driver = new Driver();
  try {
    const { [part]: measure } = await import(`./parts/${part}.mjs`);
    const text = await measure({ folder, driver, rounds: isQuick ? 1 : ROUNDS, scale: isQuick ? 0.01 : 1 });
    const took = Math.round((performance.now() - startedAt) / 1_000);
    process.stdout.write(`\n${text}\n\nTook ${took} s.\n`);
    measured.set(part, text);
  } finally {
    driver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command that must succeed; its error has the output. */
async function prepare(
  /** @type {string} */ what,
  /** @type {string} */ cwd,
  /** @type {readonly string[]} */ ...[program = '', ...args]
) {
  const always = { NODE_ENV: /** @type {const} */ ('production'), NEXT_TELEMETRY_DISABLED: '1' };
  const child = spawn(program, args, { cwd, env: { ...process.env, ...always } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${what}: not prepared:\n${output}`);
}
