import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePackage } from '@/lib/build/package.mjs';
import { bearer, report, USAGE_PATH } from '@/tests/support/process/requests';
import manifest from '../../../package.json' with { type: 'json' };
import { figure } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';

/** Another Node.js to run the archive with, such as `/opt/node-24/bin/node`. */
const NODE = process.env.NODE_OF_PACKAGE ?? process.execPath;
const SIZE_MAX_MB = 30;
/** Read from standard input. */
const PASSWORD = 'a password of an owner';
const BOT = { id: '1234567890123456789', name: 'Bot' };

const made = suiteFolder();
const machine = suiteFolder();
/** All programs of that machine: no npm, no compiler. */
const PATH = join(machine, 'bin');
const home = join(machine, `botmeter-${manifest.version}`);
const program = join(home, 'botmeter');
const env = { PATH, HOME: machine, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' as const };

let archive: string;
let service: ChildProcess;
let origin = '';

/** Runs a command as an operator does, and returns what it prints. */
function botmeter(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: home,
    env,
    encoding: 'utf8',
    input: PASSWORD,
  });
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

beforeAll(async () => {
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
}, 300_000);
afterAll(() => service?.kill('SIGKILL'));

it('is named by its version, and small', () => {
  expect(basename(archive)).toBe(`botmeter-${manifest.version}-linux-${process.arch}.tar.gz`);
  expect(readdirSync(made)).toEqual([basename(archive)]);
  const megabytes = statSync(archive).size / 1_000_000;
  expect(megabytes).toBeLessThan(SIZE_MAX_MB);
  figure('Package', `at most ${SIZE_MAX_MB} MB`, `${megabytes.toFixed(1)} MB`);
});

it('has the same bytes when it is made again', async () => {
  const again = await makePackage(suiteFolder());
  expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
}, 240_000);

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
