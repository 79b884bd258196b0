import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { inspect } from '@/tests/support/data/sqlite-files';
import { requireProgram } from '@/tests/support/programs';
import { openShell, type Shell } from './run';

const PASSWORD = 'tangerine kettle 42';
const CREATE = 'user create --email ann@example.org --role owner';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.remove());

it('user create prompts for the password on a terminal and does not show it', async () => {
  requireProgram('script');
  const terminal = spawn('script', ['-qec', `node lib/build/cli.mjs ${CREATE}`, '/dev/null'], {
    env: { ...process.env, DATABASE_URL: `file:${shell.file}` },
  });
  let stdout = '';
  terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    if (stdout.endsWith('Password: ')) terminal.stdin.write(`${PASSWORD}\n`);
  });
  const [status] = await once(terminal, 'close');
  expect({ stdout, status }).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Password: [\s\S]*Created owner/),
  });
  expect(stdout).not.toContain(PASSWORD);
});

it.each(['user create', 'user set-password'])('%s --help warns of passwords as arguments', async (name) => {
  const { stdout } = await shell.botmeter([...name.split(' '), '--help']);
  expect(stdout).toMatch(/asks for the password, or reads it from standard input/);
  expect(stdout).toMatch(/--password P is for scripts: the process list and the logs of npm show it/);
});

it.each(['README.md', 'lib/deploy/README.md'])('no command in %s contains a password', (page) => {
  const blocks = readFileSync(page, 'utf8').match(/^```[\s\S]*?^```/gm) ?? [];
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.filter((block) => block.includes('--password'))).toEqual([]);
});

it.each([
  ['a trailing blank', `${PASSWORD} \n`],
  ['a carriage return', `${PASSWORD}\r\n`],
  ['a byte-order mark', `\uFEFF${PASSWORD}\n`],
])('a password file with %s has the same password', async (_, input) => {
  const { status } = await shell.botmeter(CREATE.split(' '), input);
  expect(status).toBe(0);
  const hash = inspect(shell.file, (db) =>
    db.prepare<[], string>('SELECT password_hash FROM users').pluck().get(),
  );
  expect(await passwords.verify(hash ?? null, PASSWORD)).toBe(true);
});

it('a password file in UTF-16 is refused', async () => {
  const utf16 = Buffer.from(`\uFEFF${PASSWORD}\n`, 'utf16le').toString('latin1');
  const { status, stderr } = await shell.botmeter(CREATE.split(' '), utf16);
  expect([status, stderr]).toEqual([1, expect.stringContaining('The password has control characters')]);
});
