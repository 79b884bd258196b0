import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './run';

let shell: Shell;
beforeAll(() => {
  shell = openShell();
});
afterAll(() => shell.remove());

const COMMANDS = [
  'user create',
  'user list',
  'user set-password',
  'user set-role',
  'user disable',
  'user enable',
  'user delete',
  'bot create',
  'bot list',
  'bot set-plan',
  'bot set-owner',
  'bot disable',
  'bot enable',
  'bot delete',
  'key create',
  'key list',
  'key rotate',
  'key revoke',
  'backup',
  'restore',
  'check',
];

describe('--help', () => {
  it('alone lists every command on standard output, with status 0', async () => {
    const { status, stdout } = await shell.botmeter(['--help']);
    expect(status).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command}( |$)`, 'm'));
  });

  it('after a command tells of that command alone, and does nothing', async () => {
    const { status, stdout } = await shell.botmeter(['bot', 'delete', '--id', '1', '--yes', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('bot delete --id');
    expect(stdout).not.toContain('user create');
    expect(existsSync(shell.file)).toBe(false);
  });
});

describe('wrong usage is status 2, with a reason on standard error', () => {
  it.each([
    ['nothing', []],
    ['an unknown command', ['bot', 'explode']],
    ['half a command', ['user']],
    ['a missing option', ['user', 'create', '--role', 'owner', '--password', 'tangerine kettle 42']],
    ['an unknown option', ['user', 'list', '--all']],
    ['an option without its value', ['bot', 'disable', '--id']],
    ['an argument too many', ['user', 'list', 'everyone']],
    ['a value that is none of the choices', ['bot', 'set-plan', '--id', '1', '--plan', 'gold']],
    ['a time that is none', ['key', 'create', '--bot', '1', '--expires', 'tomorrow']],
    ['a day that no month has', ['key', 'create', '--bot', '1', '--expires', '2027-02-30']],
    ['a year of six digits', ['key', 'create', '--bot', '1', '--expires', '+275760-09-12']],
    ['a page that is no number', ['key', 'list', '--bot', '1', '--page', '0']],
  ])('%s', async (_, args) => {
    const plain = await shell.botmeter(args);
    expect(plain.status).toBe(2);
    expect(plain.stdout).toBe('');
    expect(plain.stderr).toMatch(/\S/);
  });

  it.each([
    ['an unknown command', ['bot', 'explode']],
    ['a missing option', ['bot', 'create', '--id', '1']],
  ])('with --json %s is one JSON line too', async (_, args) => {
    const { status, value } = await shell.json(args);
    expect(status).toBe(2);
    expect(value).toEqual({ error: 'usage', message: expect.any(String) });
  });
});

describe('what the machine refuses', () => {
  it('a wrong setting is status 1 and one line that names it', async () => {
    const wrong = openShell({ DATABASE_POOL_MAX: 'many' });
    const { status, value } = await wrong.json(['user', 'list']);
    expect(status).toBe(1);
    expect(value).toMatchObject({
      error: 'failed',
      message: expect.stringMatching(/^DATABASE_POOL_MAX must/),
    });
    wrong.remove();
  });

  it('a database that is none is status 1, and stays as it is', async () => {
    const notes = openShell();
    writeFileSync(notes.file, 'These are my notes. '.repeat(100));
    const { status, value } = await notes.json(['user', 'list']);
    expect(status).toBe(1);
    expect(value).toMatchObject({ error: 'failed', message: expect.stringContaining('not a database') });
    notes.remove();
  });
});
