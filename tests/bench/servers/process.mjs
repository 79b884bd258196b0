import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
export const BENCH = join(ROOT, 'tests', 'bench');
export const HOST = '127.0.0.1';
export const AUTH_SECRET = 'only for measuring, so that sessions can be signed';

const START_MAX_MS = 60_000;
const POLL_MS = 20;

/**
 * @typedef {object} Running
 * @property {number} port
 * @property {() => { user: number, system: number }} cpu What the process and its children have used, in microseconds.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server process and waits until it responds.
 * @param {readonly string[]} args of node, a script first
 * @param {Record<string, string>} env besides HOST and PORT
 * @returns {Promise<Running>}
 */
export async function startServer(args, env = {}) {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const always = { NODE_ENV: /** @type {const} */ ('production'), NEXT_TELEMETRY_DISABLED: '1', HOST };
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH, HOME, ...always, PORT: String(port), ...env },
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const giveUpAt = performance.now() + START_MAX_MS;
  while (!(await responds(port))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} did not start:\n${errors}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const { pid = 0 } = child;
  return { port, cpu: () => cpuOf(pid), stop };
}

/** A tick of the kernel's clocks of processes. */
const TICK_US = 10_000;

/** Of a process and those that it started, which end with it. @returns {{ user: number, system: number }} */
function cpuOf(/** @type {number} */ pid) {
  // After the name in brackets, which may hold spaces; the third field is the first after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const own = { user: Number(fields[11]) * TICK_US, system: Number(fields[12]) * TICK_US };
  return children
    .map((child) => cpuOf(Number(child)))
    .reduce((sum, { user, system }) => ({ user: sum.user + user, system: sum.system + system }), own);
}

/** Whether there is a response of any status. */
const responds = (/** @type {number} */ port) =>
  fetch(`http://${HOST}:${port}/api/v1/usage`).then(
    () => true,
    () => false,
  );
