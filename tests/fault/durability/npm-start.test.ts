import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.mjs';
import { ROOT } from '../../support/process/service';
import { testFolder } from '../../support/process/test-resources';

const STOP_MAX_MS = 10_000;
const START_MAX_MS = 120_000;

/** Runs a shell command that starts a server on `port`. */
async function startWith(command: string) {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    NODE_ENV: 'production' as const,
    PATH,
    HOME,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${join(testFolder(), 'botmeter.db')}`,
  };
  const shell = spawn('/bin/sh', ['-c', command], { cwd: ROOT, env, stdio: 'ignore', detached: true });
  onTestFinished(() => killGroup(shell));
  return { shell, port };
}

/** Kills a command and all processes that it started. */
function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

const isLive = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
const expectLive = (port: number) =>
  expect.poll(() => isLive(port), { timeout: START_MAX_MS, interval: 100 }).toBe(true);

it('SIGTERM to npm start stops the server, which closes its port', async () => {
  const { shell, port } = await startWith('exec npm start');
  await expectLive(port);
  const stoppedAt = performance.now();
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  await expect.poll(() => isLive(port), { timeout: STOP_MAX_MS, interval: 50 }).toBe(false);
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MAX_MS);
});

it.each([
  ['node', 'node lib/build/start.mjs &'],
  ['npm start', 'npm start &'],
])('%s in the background of a shell keeps running after the shell has exited', async (_, command) => {
  const { shell, port } = await startWith(command);
  if (shell.exitCode === null) await once(shell, 'exit');
  await expectLive(port);
  // Longer than a server would need to detect it and stop.
  const watchedUntil = performance.now() + 1_000;
  while (performance.now() < watchedUntil) expect(await isLive(port)).toBe(true);
});
