import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A runner that starts a child and prints its process, then waits. */
const RUNNER = `
  import { spawn } from 'node:child_process';
  import { endWithParent } from './tests/support/end-with-parent.mjs';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  endWithParent(child, 'KILL', process.argv[1]);
  console.log(child.pid);
  setInterval(() => {}, 1_000);`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a server of the tests ends with its runner, also after SIGKILL, and leaves no folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-runner-'));
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(runner.stdout, 'data');
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  runner.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});
