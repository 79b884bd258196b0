import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DRIVER } from '@/lib/data/sqlite/driver.mjs';

/** The programs of the project without their packages. */
function projectWithoutPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-wrong-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ['lib/build', 'lib/data/sqlite', 'package.json', 'package-lock.json'])
    cpSync(path, join(folder, path), { recursive: true });
  return folder;
}

function start(cwd: string, versions: { node?: string; napi?: string } = {}) {
  const found = JSON.stringify({ ...process.versions, ...versions });
  const preload = `data:text/javascript,Object.defineProperty(process,'versions',{value:${encodeURIComponent(found)}})`;
  const args = ['--import', preload, 'lib/build/start.mjs'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const UNSUPPORTED = [
  ['18.20.8', '9'],
  ['20.18.3', '9'],
  ['22.13.1', '9'],
  ['23.5.0', '9'],
] as const;

it.each(UNSUPPORTED)('Node.js %s is refused in one sentence', (node, napi) => {
  expect(start(projectWithoutPackages(), { node, napi })).toEqual({
    status: 1,
    output: `Botmeter needs Node.js 22.14 or later, or 20.19 or later of version 20; this is Node.js ${node}.\n`,
  });
});

const missingFor = (node: string, advice: string) => ({
  status: 1,
  output: `The SQLite driver is not installed for Node.js ${node}: run “npm ci” with this Node.js${advice}.\n`,
});
const ON_20 = ', python3, make and g++ (Node.js 22 and later need none of these)';

it.each([
  ['20.19.0', '9', ON_20],
  ['22.14.0', '10', ''],
  ['24.21.0', '10', ''],
])(
  'Node.js %s without the driver, as after npm ci of another Node.js, is refused in one sentence before the build',
  (node, napi, advice) => {
    expect(start(projectWithoutPackages(), { node, napi })).toEqual(missingFor(node, advice));
  },
);

it.each([
  'Could not locate the bindings file. Tried: …',
  'Module did not self-register: better_sqlite3.node',
])('so is a driver that cannot be loaded: %s', (message) => {
  const folder = projectWithoutPackages();
  const driver = join(folder, 'node_modules', DRIVER);
  mkdirSync(driver, { recursive: true });
  writeFileSync(
    join(driver, 'index.js'),
    `module.exports = class { constructor() { throw new Error(${JSON.stringify(message)}); } };`,
  );
  const { node } = process.versions;
  expect(start(folder)).toEqual(missingFor(node, node.startsWith('20.') ? ON_20 : ''));
});
