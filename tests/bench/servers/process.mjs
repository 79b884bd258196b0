import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
export const BENCH = join(ROOT, 'tests', 'bench');
export const HOST = '127.0.0.1';
export const AUTH_SECRET = 'only for measuring, so that sessions can be signed';

/** Preloads, relative to the project as `--import` wants them. */
export const CLOCK = './tests/bench/preload/clock.mjs';
export const MEMORY = './tests/bench/preload/memory.mjs';

const START_MAX_MS = 60_000;
const POLL_MS = 20;

/**
 * @typedef {object} Running
 * @property {number} port
 * @property {() => Promise<NodeJS.MemoryUsage>} memory Of a process with preload/memory.mjs.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server in a process of its own and waits until it answers.
 * @param {readonly string[]} args of node, a script first
 * @param {Record<string, string>} env besides HOST and PORT
 * @returns {Promise<Running>}
 */
export async function startServer(args, env = {}) {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace('%PORT%', String(port))),
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', args.includes(MEMORY) ? 'ipc' : 'ignore'],
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        HOST,
        PORT: String(port),
        ...env,
      },
    },
  );
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const giveUpAt = performance.now() + START_MAX_MS;
  while (!(await answers(port))) {
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
  const memory = async () => {
    child.send('memory');
    const [usage] = await once(child, 'message');
    return usage;
  };
  return { port, memory, stop };
}

/** Any answer will do. */
const answers = (/** @type {number} */ port) =>
  fetch(`http://${HOST}:${port}/api/v1/usage`).then(
    () => true,
    () => false,
  );

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
