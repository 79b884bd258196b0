import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadAuthSecret } from '@/lib/auth/auth-secret';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-secret-'));
  file = join(folder, 'auth-secret');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a temp file of a killed process with the same pid does not block a start', () => {
  // In a container each start has the same pid.
  writeFileSync(`${file}.${process.pid}`, 'half');
  expect(loadAuthSecret(file)).toMatch(/^[\w-]{64}$/);
});

it('the next start removes temp files of killed processes, and nothing else', () => {
  writeFileSync(`${file}.botmeter-temp-0123456789abcdef`, 'half');
  writeFileSync(`${file}.copy`, 'somebody’s own');
  loadAuthSecret(file);
  loadAuthSecret(file);
  expect(readdirSync(folder)).toEqual(['auth-secret', 'auth-secret.copy']);
});

it.each(['', 'short', ' '.repeat(80)])('a file with %j is refused and not changed', (text) => {
  writeFileSync(file, text);
  expect(() => loadAuthSecret(file)).toThrow(/too short; delete the file/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
