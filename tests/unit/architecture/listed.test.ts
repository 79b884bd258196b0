import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Notes each program that a process of Vitest starts. Its own workers are forked, which is not noted. */
const SPY = `
  const children = require('node:child_process');
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync']) {
    const original = children[name];
    children[name] = (program, ...rest) => {
      require('node:fs').appendFileSync(process.env.NOTED, [program].concat(rest[0]).join(' ') + '\\n');
      return original(program, ...rest);
    };
  }
  require('node:module').syncBuiltinESMExports();`;

/** Programs that only say which others are installed. */
const ASKS = /^(which|pgbouncer --version|git) ?/;

/** A file of each project that has servers: their setups are the same for all its files, of which each is checked when it runs. */
const FILES = [
  'tests/data/serving.test.ts',
  'tests/api/bot/403.test.ts',
  'tests/api/pages/held-form.test.ts',
  'tests/fault/durability/sigterm.test.ts',
  'tests/fault/secrets/search.test.ts',
  'tests/fault/postgres/outages.test.ts',
  'tests/fault/overload/descriptors.test.ts',
];

test('a list of tests starts nothing, and a file that would start something is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-listed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [spy, noted] = [join(folder, 'spy.cjs'), join(folder, 'noted')];
  writeFileSync(spy, SPY);
  const listing = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'list', ...FILES], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--require ${spy}`, NOTED: noted },
  });
  let output = '';
  for (const stream of [listing.stdout, listing.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(listing, 'close');
  expect(status, output.slice(-2_000)).toBe(0);
  const started = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n').filter(Boolean) : [];
  expect(started.filter((program) => !ASKS.test(program))).toEqual([]);
  for (const file of FILES) expect(output).toContain(file);

  // As while a file is loaded (tests.setup.ts).
  const worker: NodeJS.Process & { isLoadingTests?: boolean } = process;
  worker.isLoadingTests = true;
  onTestFinished(() => {
    worker.isLoadingTests = false;
  });
  expect(() => spawn('true')).toThrow('true is started at the top level of a file');
});
