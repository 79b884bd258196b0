import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SOURCES } from '../../../lib/build/project.mjs';
import { AUTH_SECRET, BENCH, ROOT, startServer } from './process.mjs';

const COPY = join(ROOT, 'dist', 'same-layout');
/** Without this file `next build` finds the packages in the project's folder, and `start.mjs` takes the build as it is. */
const LOCKFILE = 'package-lock.json';

/**
 * Builds a copy of the product that has one page more, at `/empty`, and starts it.
 * @param {string} databaseUrl
 * @returns {Promise<import('./process.mjs').Running>}
 */
export async function sameLayoutOn(databaseUrl) {
  const remove = () => rmSync(COPY, { recursive: true, force: true });
  remove();
  try {
    await build();
    const env = { DATABASE_URL: databaseUrl, AUTH_SECRET, LOG_LEVEL: 'warn' };
    const server = await startServer([join(COPY, 'lib', 'build', 'start.mjs')], env);
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function build() {
  const built = readdirSync(join(ROOT, 'dist')).map((name) => join('dist', name));
  const sources = SOURCES.filter((path) => path !== LOCKFILE);
  for (const path of [...sources, 'package.json', ...built]) copy(path, path);
  copy(relative(ROOT, join(BENCH, 'same-layout')), join('app', 'empty'));
  const next = spawn(process.execPath, [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: COPY,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  let output = '';
  for (const stream of [next.stdout, next.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(next, 'close');
  if (status !== 0) throw new Error(`The copy of the product could not be built:\n${output}`);
}

function copy(/** @type {string} */ from, /** @type {string} */ to) {
  mkdirSync(dirname(join(COPY, to)), { recursive: true });
  cpSync(join(ROOT, from), join(COPY, to), { recursive: true });
}
