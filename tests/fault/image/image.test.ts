import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePackage } from '@/lib/build/package.mjs';
import { DRIVER } from '@/lib/data/sqlite/driver.mjs';
import { bearer, report, USAGE_PATH } from '@/tests/support/process/requests';
import manifest from '../../../package.json' with { type: 'json' };
import { figure, IS_SOAK } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';

/** The archive, and the files of the container image, which are in it. */

/** Another Node.js to run the archive with, such as `/opt/node-24/bin/node`. */
const NODE = process.env.NODE_OF_PACKAGE ?? process.execPath;
const MB = 1_000_000;
const PACKAGE_MAX_MB = 30;
const IMAGE_MAX_MB = 300;
/** Read from standard input. */
const PASSWORD = 'a password of an owner';
const BOT = { id: '1234567890123456789', name: 'Bot' };

/** What can differ on the image's files: each operation, files, pages, both kinds of worker threads, a start. */
const IN_SHORT = [
  'operations/every-operation',
  'access/lists',
  'unknown/built-files',
  'pages/public',
  'webhooks/deliveries',
  'start/log',
].map((name) => `tests/api/${name}.test.ts`);

const [made, again] = [suiteFolder(), suiteFolder()];
/** Outside of the project, so that nothing there can load the project's packages. */
const machine = suiteFolder();
/** All programs of that machine: no npm, no compiler. */
const PATH = join(machine, 'bin');
const home = join(machine, `botmeter-${manifest.version}`);
const program = join(home, 'botmeter');
const env = { PATH, HOME: machine, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' as const };

let archive: string;
let madeAgain: Promise<unknown>;
let service: ChildProcess;
let origin = '';

/** Runs a command as an operator does, and returns what it prints. */
function botmeter(...args: string[]): string {
  const options = { cwd: home, env, encoding: 'utf8', input: PASSWORD } as const;
  const { stdout, stderr, status } = spawnSync(program, args, options);
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + lstatSync(join(folder, path)).size,
    0,
  );

beforeAll(async () => {
  madeAgain = once(spawn(process.execPath, ['lib/build/package.mjs', again], { stdio: 'ignore' }), 'close');
  archive = await makePackage(made);
  mkdirSync(PATH);
  symlinkSync(NODE, join(PATH, 'node'));
  for (const name of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(PATH, name));
  execFileSync('tar', ['-xzf', archive, '-C', machine]);
  service = spawn(program, ['start'], { cwd: home, env });
  let output = '';
  service.stderr?.on('data', (chunk) => (output += chunk));
  if (service.stdout === null) throw new Error('The service has no output.');
  for await (const line of createInterface(service.stdout)) {
    output += `${line}\n`;
    const [, port] = /listens on http:\/\/localhost:(\d+)/.exec(line) ?? [];
    if (port === undefined) continue;
    origin = `http://127.0.0.1:${port}`;
    break;
  }
  service.stdout.resume();
  if (origin === '') throw new Error(`It did not start: ${output}`);
}, 900_000);
afterAll(() => service?.kill('SIGKILL'));

it('is named by its version, and small, without a compiler', () => {
  expect(basename(archive)).toBe(`botmeter-${manifest.version}-linux-${process.arch}.tar.gz`);
  expect(readdirSync(made)).toEqual([basename(archive)]);
  const [packed, unpacked] = [statSync(archive).size / MB, bytesBelow(home) / MB];
  expect(packed).toBeLessThan(PACKAGE_MAX_MB);
  expect(unpacked).toBeLessThan(IMAGE_MAX_MB);
  const packages = readdirSync(join(home, 'node_modules'));
  expect(packages).toContain(DRIVER);
  expect(packages.filter((name) => ['esbuild', 'typescript', 'sharp', 'vitest'].includes(name))).toEqual([]);
  figure('Package', `at most ${PACKAGE_MAX_MB} MB`, `${packed.toFixed(1)} MB`);
  figure('Image', `at most ${IMAGE_MAX_MB} MB of files`, `${unpacked.toFixed(0)} MB`);
});

it('has the same bytes when its command makes it again', async () => {
  expect(await madeAgain).toEqual([0, null]);
  expect(readFileSync(join(again, basename(archive))).equals(readFileSync(archive))).toBe(true);
}, 900_000);

it('is the only content that the Dockerfile copies', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toContain('node lib/build/image.mjs /image');
  expect(dockerfile.match(/^COPY --from.*$/gm)).toEqual(['COPY --from=build /image .']);
});

it('starts, takes a report, answers usage, shows pages and files, and runs the commands', async () => {
  botmeter('user', 'create', '--email', 'owner@example.org', '--role', 'owner');
  botmeter('bot', 'create', '--id', BOT.id, '--name', BOT.name, '--owner', 'owner@example.org');
  const { key } = JSON.parse(botmeter('key', 'create', '--bot', BOT.id, '--json'));
  const bot = { ...BOT, key };
  const reported = await fetch(`${origin}/api/v1/bots/stats`, {
    method: 'POST',
    headers: { ...bearer(bot), 'Content-Type': 'application/json' },
    body: JSON.stringify(report(bot)),
  });
  expect(reported.status).toBe(200);
  const usage = await (await fetch(origin + USAGE_PATH, { headers: bearer(bot) })).json();
  expect(usage.data.usage.apiCalls.used).toBe(2);
  for (const path of ['/login', '/favicon.ico', '/robots.txt', '/client.tgz'])
    expect([path, (await fetch(origin + path, { headers: { Accept: 'text/html' } })).status]).toEqual([
      path,
      200,
    ]);
});

it('writes a backup, checks it, and stops', async () => {
  const backup = join(machine, 'backup.db');
  botmeter('backup', backup);
  expect(statSync(backup).size).toBeGreaterThan(0);
  botmeter('check');
  expect(botmeter('--version').trim()).toBe(manifest.version);
  expect(botmeter('--help')).toMatch(/^Usage: \.\/botmeter COMMAND/);
  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
});

it('says what is missing where there is no Node.js', () => {
  const { stderr, status } = spawnSync(program, ['start'], {
    cwd: home,
    env: { ...env, PATH: '/nothing' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Botmeter needs Node.js 22 or 24')]);
});

it(`passes ${IS_SOAK ? 'the API suite' : 'what can differ of the API suite'} on both databases`, {
  timeout: 900_000,
}, async () => {
  // The demo needs the sources, which it bundles at its start, and plain Next its own command.
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    // The second has what takes longer (tests/long.mjs).
    ...['--project', 'api', '--project', 'long'],
    ...[
      '--exclude',
      'tests/api/demo/**',
      '--exclude',
      'tests/api/plain-next/**',
      '--exclude',
      'tests/{data,unit}/**',
    ],
    ...(IS_SOAK ? [] : IN_SHORT),
  ];
  const suite = spawn(process.execPath, args, { env: { ...process.env, IMAGE: home } });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(suite, 'close');
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  expect(output).toMatch(/Tests.*\d+ passed/);
});
