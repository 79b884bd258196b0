import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Driver } from './load/driver.mjs';
import { writeResults } from './results/page.mjs';
import { BENCH, ROOT } from './servers/process.mjs';

/**
 * `npm run bench [-- PART…] [--quick]`: measures and writes what was seen to RESULTS.md; parts that were not run keep
 * their text. `--quick` shows that every part still runs: few rounds, small,
 * printed only.
 *
 * @typedef {object} Run What a part is given.
 * @property {string} folder Scratch, for this run only.
 * @property {Driver} driver
 * @property {number} rounds
 * @property {number} scale Of the number of calls and the size of databases, at most 1.
 */

/** In the order of RESULTS.md. */
const PARTS = ['sqlite', 'postgres', 'size', 'memory', 'page'];

const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const asked = args.filter((arg) => arg !== '--quick');
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}.\n`);
  process.exit(2);
}

prepare('The product', ROOT, ['lib/build/ensure-built.mjs']);
// With Turbopack, whose root must hold the packages, the product's instrumentation.ts would become part of it.
prepare('The empty handler', ROOT, [
  'node_modules/next/dist/bin/next',
  'build',
  '--webpack',
  'tests/bench/next-empty',
]);
installCompared();

const folder = mkdtempSync(join(tmpdir(), 'botmeter-bench-'));
const driver = new Driver();
/** @type {Map<string, string>} */
const seen = new Map();
try {
  for (const part of PARTS.filter((name) => asked.length === 0 || asked.includes(name))) {
    process.stdout.write(`\n== ${part}\n`);
    const { [part]: measure } = await import(`./parts/${part}.mjs`);
    const text = await measure({ folder, driver, rounds: isQuick ? 2 : 12, scale: isQuick ? 0.02 : 1 });
    process.stdout.write(`\n${text}\n`);
    seen.set(part, text);
  }
} finally {
  driver.close();
  rmSync(folder, { recursive: true, force: true });
}
if (!isQuick) writeResults(seen);

/** Express and Fastify, exactly as locked. */
function installCompared() {
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: BENCH,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('What is compared could not be installed; the reason is above.');
}

/** @param {string} what @param {string} cwd @param {readonly string[]} command */
function prepare(what, cwd, command) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error(`${what} could not be built:\n${stdout}${stderr}`);
}
