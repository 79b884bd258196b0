import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseEnv } from '@/lib/env';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-env-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a program that reads the files of the folder. */
function load(env: Record<string, string> = {}) {
  const program = `import { loadEnvFiles } from './lib/build/env-files.mjs';
    loadEnvFiles(process.argv[1]); process.stdout.write(JSON.stringify(process.env));`;
  const { PATH = '' } = process.env;
  const args = ['--input-type=module', '-e', program, folder];
  return spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', PATH, ...env },
  });
}
const settings = (env?: Record<string, string>) => {
  const parsed = parseEnv(JSON.parse(load(env).stdout));
  return parsed.ok ? parsed.env : parsed.faults;
};

it('a .env file in the root is read, and the real environment wins', () => {
  writeFileSync(join(folder, '.env'), '# of a test\nPORT=4000\nAPP_URL="https://bots.example.org"\n');
  expect(settings()).toMatchObject({ port: 4000, appUrl: 'https://bots.example.org' });
  expect(settings({ PORT: '5000' })).toMatchObject({ port: 5000, appUrl: 'https://bots.example.org' });
});

it('a .env file that was edited on Windows counts the same', () => {
  writeFileSync(
    join(folder, '.env'),
    '\uFEFFDATABASE_URL=file:/srv/x.db \r\nADMIN_EMAIL=a@example.org\r\nADMIN_PASSWORD="tangerine kettle 42"\r\n',
  );
  expect(settings()).toMatchObject({
    database: { kind: 'sqlite', file: '/srv/x.db' },
    firstAdmin: { email: 'a@example.org', password: 'tangerine kettle 42' },
  });
});

it('without one, nothing changes', () => expect(settings()).toMatchObject({ port: 3000 }));

it('a .env file that cannot be read stops the program', () => {
  spawnSync('ln', ['-s', '.env', join(folder, '.env')]);
  const { status, stderr } = load();
  expect([status, stderr]).toEqual([1, expect.stringContaining('Failed to load env from .env: ELOOP')]);
});
