import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInProcess } from './in-process';
import { openShell, type Shell } from './run';

let shell: Shell;
beforeAll(() => {
  shell = openShell({}, 'in this process');
});
afterAll(() => shell.remove());

const COMMANDS = [
  ...['create', 'list', 'set-password', 'set-role', 'disable', 'enable', 'delete'].map((c) => `user ${c}`),
  ...['create', 'list', 'set-plan', 'set-owner', 'disable', 'enable', 'delete'].map((c) => `bot ${c}`),
  ...['create', 'list', 'test', 'enable', 'disable', 'rotate-secret', 'delete'].map((c) => `webhook ${c}`),
  'key create',
  'key list',
  'key rotate',
  'key revoke',
  'backup',
  'restore',
  'check',
];

it('--help lists every command on standard output, with status 0, also as an operator runs it', async () => {
  const { status, stdout } = await shell.botmeter(['--help']);
  for (const way of ['through npm', 'directly'] as const) {
    const process = openShell({}, way);
    expect(await process.botmeter(['--help'])).toMatchObject({ status, stdout });
    process.remove();
  }
  expect(status).toBe(0);
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command}( |$)`, 'm'));
});

it('a command with --help prints only its own help and does nothing', async () => {
  const { status, stdout } = await shell.botmeter(['bot', 'delete', '--id', '1', '--yes', '--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('bot delete --id');
  expect(stdout).not.toContain('user create');
  expect(existsSync(shell.file)).toBe(false);
});

it.each([
  ['no command', '', /^Name a command\./],
  ['an unknown command', 'bot explode', /^After "bot" comes one of create, list, /],
  ['half a command', 'user', /^After "user" comes one of create, /],
  ['a verb with a typing error', 'user creat', /Did you mean "user create"\?/],
  [
    'a noun with a typing error',
    'usre create',
    /^No command has the name "usre"\. Did you mean "user create"\?/,
  ],
  ['a word with a typing error', 'bakcup x.db', /Did you mean "backup"\?/],
  ['two words without their blank', 'setuplink', /Did you mean "setup-link"\?/],
  ['what is like nothing', 'frobnicate', /^No command has the name "frobnicate"\. "npm run/],
  ['what may be a secret', 'btm_0123456789', /^No command has this name\. /],
  ['a prototype’s member', 'constructor', /^No command has the name "constructor"\./],
  ['an option alone', '--json=yes', /^Name a command\./],
])('%s is status 2 and one line that says so and how to get help', async (_, line, message) => {
  const ran = await runInProcess(line.split(' ').filter((arg) => arg !== ''));
  expect(ran).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  expect(ran.stderr).toMatch(/^[^\n]+"npm run -s botmeter -- --help" lists the commands\.\n$/);
});

it.each([
  ['a missing option', 'user create --role owner --password tangerine-kettle-42'],
  ['an unknown option', 'user list --all'],
  ['an option without value', 'bot disable --id'],
  ['too many arguments', 'user list everyone'],
  ['a value outside the choices', 'bot set-plan --id 1 --plan gold'],
  ['an invalid time', 'key create --bot 1 --expires tomorrow'],
  ['an invalid day', 'key create --bot 1 --expires 2027-02-30'],
  ['a year of six digits', 'key create --bot 1 --expires +275760-09-12'],
  ['an invalid page', 'key list --bot 1 --page 0'],
])('%s is status 2, with the reason and the usage on standard error', async (_, line) => {
  const env = { DATABASE_URL: `file:${shell.file}` };
  const { status, stdout, stderr } = await runInProcess(line.split(' '), { env });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^\S.*\nUsage: \S.*\n$/);
});

it('--version prints the version of package.json alone, and --help the list', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await runInProcess(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  const json = await runInProcess(['--version', '--json']);
  expect(json).toEqual({ status: 0, stdout: `{"version":"${version}"}\n`, stderr: '' });
  const { status, stdout } = await runInProcess(['--help']);
  expect([status, stdout.split('\n').length > 60]).toEqual([0, true]);
});

it.each([
  ['bot explode', 'directly'],
  ['bot create --id 1', 'in this process'],
] as const)('%s --json prints the reason as one JSON line', async (line, way) => {
  const ran = openShell({}, way);
  const { status, value } = await ran.json(line.split(' '));
  ran.remove();
  expect(status).toBe(2);
  expect(value).toEqual({ error: 'usage', message: expect.any(String) });
});

it.each([
  ['an invalid setting', { DATABASE_POOL_MAX: 'many' }, /^DATABASE_POOL_MAX must/],
  ['a file that is not a database', {}, /not a database/],
])('%s is status 1 and one line', async (_, env, message) => {
  const wrong = openShell(env, 'in this process');
  writeFileSync(wrong.file, 'These are my notes. '.repeat(100));
  const { status, value } = await wrong.json(['user', 'list']);
  expect(status).toBe(1);
  expect(value).toMatchObject({ error: 'failed', message: expect.stringMatching(message) });
  wrong.remove();
});
