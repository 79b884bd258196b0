import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const CACHE = join(homedir(), '.cache/botmeter-machines');

/** What npm and the programs of a start need of the system; no compiler and no Python. */
const SYSTEM = [
  'sh',
  'env',
  'uname',
  'ls',
  'cat',
  'mkdir',
  'rm',
  'cp',
  'mv',
  'sed',
  'grep',
  'chmod',
  'dirname',
  'basename',
];

/**
 * The folder of a package from the registry, such as `npm@12`, unpacked without installing it.
 * @param {string} spec
 */
export function unpacked(spec) {
  const folder = join(CACHE, spec);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(join(CACHE, 'partial-'));
  const pack = ['pack', '--silent', spec, '--pack-destination', partial];
  const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', join(partial, archive), '-C', partial]);
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(join(partial, 'package'), folder);
  rmSync(partial, { recursive: true });
  return folder;
}

/** The folder of a Node.js, with `bin` and `include`. */
export const nodeFolder = (/** @type {string} */ version) =>
  unpacked(`node-${process.platform}-${process.arch}@${version}`);

/**
 * Writes a folder of programs: Node.js and the package manager, and of the system only what SYSTEM names.
 * @param {string} folder
 * @param {{ node: string, manager: string }} versions
 */
export function writePrograms(folder, { node, manager }) {
  mkdirSync(folder, { recursive: true });
  for (const name of SYSTEM)
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
  const nodeFile = join(nodeFolder(node), 'bin/node');
  symlinkSync(nodeFile, join(folder, 'node'));
  const [name = ''] = manager.split('@');
  const program = join(unpacked(manager), name === 'npm' ? 'bin/npm-cli.js' : 'bin/pnpm.cjs');
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nexec "${nodeFile}" "${program}" "$@"\n`);
  chmodSync(file, 0o755);
}
