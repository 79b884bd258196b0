import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** As pnpm installs: a package lies beside what it needs, and a link leads to it. */
function installLinked(folder: string): void {
  const store = join(folder, 'node_modules/.store/node_modules');
  for (const [name, code] of [
    ['outer', "module.exports = require('inner');"],
    ['inner', "module.exports = 'found';"],
  ] as const) {
    mkdirSync(join(store, name), { recursive: true });
    writeFileSync(join(store, name, 'index.js'), code);
  }
  symlinkSync(join(store, 'outer'), join(folder, 'node_modules/outer'));
}

test('a program whose log goes to a pipe finds packages behind links', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-log-'));
  try {
    installLinked(folder);
    const outfile = join(folder, 'log.cjs');
    await build({ entryPoints: ['lib/log.ts'], outfile, bundle: true, platform: 'node', format: 'cjs' });
    const program = join(folder, 'program.cjs');
    writeFileSync(
      program,
      "require('./log.cjs').createLog('info').log.info('begun');\nprocess.stderr.write(require('outer'));",
    );
    // The child's standard output is a pipe.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program]);
    expect([JSON.parse(stdout).msg, stderr]).toEqual(['begun', 'found']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
