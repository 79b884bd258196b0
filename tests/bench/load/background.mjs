import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { idOf } from '../seed/bots.mjs';
import { AUTH_SECRET, HOST, ROOT } from '../servers/process.mjs';
import { signIn } from '../servers/sign-in.mjs';

const BOT = idOf(1);
const PAGES = [`/bots/${BOT}`, `/bots/${BOT}/analytics`, '/admin', '/docs'];
/** Each searches and sorts all bots or keys. */
const LISTS = ['/admin/bots?q=99', '/admin/keys?q=99', '/admin/bots?sort=name'];
const PAUSE_MS = 200;

/** Calls `work` again and again until `signal` is aborted; the number of times. */
async function repeat(
  /** @type {AbortSignal} */ signal,
  /** @type {(n: number) => Promise<unknown>} */ work,
) {
  let times = 0;
  while (!signal.aborted) await work(times++);
  return times;
}

/** Runs an operator command, which must succeed unless `signal` ends it. */
async function command(
  /** @type {string} */ databaseUrl,
  /** @type {readonly string[]} */ args,
  /** @type {AbortSignal} */ signal,
) {
  const child = spawn(process.execPath, [join(ROOT, 'lib/build/cli.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, AUTH_SECRET },
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  const [status] = await once(child, 'close');
  signal.removeEventListener('abort', end);
  if (status !== 0 && !signal.aborted) throw new Error(`${args[0]} ended with ${status}.`);
}

/** Signs in and visits each page once, so that its code is compiled; returns the session's cookies. */
export async function warmUp(/** @type {number} */ port) {
  const cookie = await signIn(originOf(port));
  for (const path of [...PAGES, ...LISTS]) await visit(port, path, cookie);
  return cookie;
}

const originOf = (/** @type {number} */ port) => `http://${HOST}:${port}`;

async function visit(
  /** @type {number} */ port,
  /** @type {string | undefined} */ path,
  /** @type {string} */ cookie,
) {
  const response = await fetch(originOf(port) + path, { headers: { cookie } });
  if (response.status !== 200) throw new Error(`${response.url} got ${response.status}.`);
  await response.arrayBuffer();
}

/** What may run beside calls. */
export const KINDS = /** @type {const} */ (['pages', 'lists', 'backups', 'folding']);

/**
 * Runs some kinds of work, each one after another, until `signal` is aborted. Returns how many there were of each kind.
 * @param {{ port: number, databaseUrl: string, folder: string, cookie: string, signal: AbortSignal }} options
 * @param {readonly (typeof KINDS[number])[]} kinds
 */
export async function background({ port, databaseUrl, folder, cookie, signal }, kinds) {
  const inTurn = (/** @type {readonly string[]} */ paths) => async (/** @type {number} */ n) => {
    await visit(port, paths[n % paths.length], cookie);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  const file = join(folder, 'latency-backup.db');
  const backUp = async () => {
    rmSync(file, { force: true });
    await command(databaseUrl, ['backup', file], signal);
  };
  const works = {
    pages: () => repeat(signal, inTurn(PAGES)),
    lists: () => repeat(signal, inTurn(LISTS)),
    backups: () => repeat(signal, backUp),
    async folding() {
      await command(databaseUrl, ['fold'], signal);
      return 1;
    },
  };
  const times = await Promise.all(kinds.map((kind) => works[kind]()));
  rmSync(file, { force: true });
  return kinds.map((kind, i) => (kind === 'folding' ? kind : `${times[i]} ${kind}`));
}
